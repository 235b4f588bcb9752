import type { components } from "@/api/generated/schema";

export type SharedEndpoint = components["schemas"]["SharedEndpoint"];
export type SharedModel = components["schemas"]["SharedModel"];
