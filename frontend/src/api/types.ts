import type { components } from "./generated/schema";

type Schemas = components["schemas"];

export type ApiKey = Schemas["ApiKey"];
export type AuditEntry = Schemas["AuditEntry"];
export type Catalog = Schemas["Catalog"];
export type Job = Schemas["Job"];
export type Project = Schemas["Project"];
export type Session = Schemas["Session"];
export type User = Schemas["User"];
