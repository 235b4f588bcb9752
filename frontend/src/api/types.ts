import type { components } from "./generated/schema";

type Schemas = components["schemas"];

export type ApiKey = Schemas["ApiKey"];
export type AuditEntry = Schemas["AuditEntry"];
export type Catalog = Schemas["Catalog"];
export type Job = Schemas["Job"];
export type Project = Schemas["Project"];
export type ProjectCardData = Schemas["ProjectCard"];
export type Session = Schemas["Session"];
export type User = Schemas["User"];
export type UserChange = Schemas["PatchedUserChangeRequest"];
export type NewPassword = Schemas["NewPasswordRequest"];
export type Role = Schemas["Role"];
export type Scope = Schemas["Scope"];
export type Membership = Schemas["Membership"];
export type Invitation = Schemas["Invitation"];
export type CreatedInvitation = Schemas["CreatedInvitation"];
export type SignedIn = Schemas["SignedIn"];
export type TrashedProject = Schemas["TrashedProject"];
export type CreatedApiKey = Schemas["CreatedApiKey"];
export type Overview = Schemas["Overview"];
