/** The shortest password the server takes. */
export const PASSWORD_LENGTH = 10;
