/** How far back the figures of calls may reach, in hours. */
export const PERIODS = [1, 24, 168, 720, 8760] as const;
