import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { assignmentKeys, type GivenAnswer, type WorkItemDetail } from "@/api/assignments";
import { api, send } from "@/api/client";
import { joined, nextCursor } from "@/api/pages";

import { readItem } from "./save-answers";

export const REVIEW_STATES = ["submitted", "returned", "skipped", "accepted", "held"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** The items in one state, in the order of the assignment; kept while they are reviewed. */
export function useReviewItems(assignmentId: string, state: ReviewState) {
  const pages = useInfiniteQuery({
    queryKey: [...assignmentKeys.items(assignmentId), "review", state],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/assignments/{assignment_id}/items", {
          params: {
            path: { assignment_id: assignmentId },
            query: { state, cursor: pageParam, page_size: 100 },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...pages, items: pages.data === undefined ? [] : joined(pages.data.pages) };
}

export function useReviewItem(itemId: string | undefined) {
  return useQuery({
    queryKey: assignmentKeys.item(itemId ?? ""),
    queryFn: () => readItem(itemId ?? ""),
    enabled: itemId !== undefined,
    staleTime: 0,
  });
}

export interface NewComment {
  readonly region: string;
  readonly text: string;
}

/** Decide on an item; the answer that comes back is what it is now. */
export function useDecisions(assignmentId: string) {
  const client = useQueryClient();
  const onSuccess = (item: WorkItemDetail) => {
    client.setQueryData(assignmentKeys.item(item.id), item);
    void client.invalidateQueries({ queryKey: assignmentKeys.one(assignmentId), exact: true });
    for (const key of [["datasets"], ["samples"]]) void client.invalidateQueries({ queryKey: key });
  };
  const accept = useMutation({
    mutationFn: ({ item, answer }: { item: WorkItemDetail; answer: GivenAnswer }) =>
      send(
        api.POST("/api/v1/work-items/{item_id}/accept", {
          params: { path: { item_id: answer.item_id } },
          body: {
            version: answer.version,
            sample_revision: item.standing?.revision ?? 0,
            author_id: answer.author.id,
          },
        }),
      ),
    onSuccess,
  });
  const sendBack = useMutation({
    mutationFn: ({ itemId, comments }: { itemId: string; comments: NewComment[] }) =>
      send(
        api.POST("/api/v1/work-items/{item_id}/return", {
          params: { path: { item_id: itemId } },
          body: { comments },
        }),
      ),
    onSuccess,
  });
  const putBack = useMutation({
    mutationFn: (item: WorkItemDetail) =>
      send(
        api.POST("/api/v1/work-items/{item_id}/put-back", {
          params: { path: { item_id: item.id } },
        }),
      ),
    onSuccess,
  });
  return { accept, sendBack, putBack };
}
