import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

type Schemas = components["schemas"];
export type Schedule = Schemas["Schedule"];
export type NewSchedule = Schemas["NewScheduleRequest"];
export type ScheduleChange = Schemas["PatchedScheduleChangeRequest"];

const KEY = ["schedules"];

/** The schedules of a project. */
export function useSchedules(projectId: string) {
  return useQuery({
    queryKey: [...KEY, "list", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/schedules", { params: { query: { project: projectId, page_size: 100 } } }),
      ),
  });
}

/** The next times of an expression; refused where it is none. */
export function useScheduleTimes(cron: string, timeZone: string) {
  return useQuery({
    queryKey: [...KEY, "times", cron, timeZone],
    queryFn: () =>
      send(api.GET("/api/v1/schedule-times", { params: { query: { cron, time_zone: timeZone } } })),
    retry: false,
  });
}

export function useCreateSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewSchedule) => send(api.POST("/api/v1/schedules", { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useUpdateSchedule(scheduleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ScheduleChange) =>
      send(
        api.PATCH("/api/v1/schedules/{schedule_id}", {
          params: { path: { schedule_id: scheduleId } },
          body,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useDeleteSchedule(scheduleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      send(
        api.DELETE("/api/v1/schedules/{schedule_id}", {
          params: { path: { schedule_id: scheduleId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
