import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];

export type Channel = Schemas["Channel"];
export type ChannelKind = Schemas["ChannelKind"];
export type ChannelCreate = Schemas["ChannelCreateRequest"];
export type ChannelAnswer = Schemas["ChannelAnswer"];
export type Delivery = Schemas["Delivery"];
