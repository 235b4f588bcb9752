import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import { cleaningKeys, type CleanedMedia, type Step } from "./cleaning-keys";

/** The recipes that a project keeps for one medium. */
export function useCleaningRecipes(projectId: string, media: CleanedMedia) {
  return useQuery({
    queryKey: cleaningKeys.recipes(projectId),
    queryFn: () =>
      send(
        api.GET("/api/v1/projects/{project_id}/cleaning-recipes", {
          params: { path: { project_id: projectId }, query: { page_size: 200 } },
        }),
      ),
    select: (page) => page.results.filter((recipe) => recipe.media === media),
  });
}

interface NewRecipe {
  media: CleanedMedia;
  name: string;
  steps: readonly Step[];
}

/** Keep steps under a name. */
export function useSaveCleaningRecipe(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ steps, ...recipe }: NewRecipe) =>
      send(
        api.POST("/api/v1/projects/{project_id}/cleaning-recipes", {
          params: { path: { project_id: projectId } },
          body: { ...recipe, steps: [...steps] },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: cleaningKeys.recipes(projectId) }),
  });
}

/** Forget a recipe. */
export function useDeleteCleaningRecipe(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (recipeId: string) =>
      send(
        api.DELETE("/api/v1/cleaning-recipes/{recipe_id}", {
          params: { path: { recipe_id: recipeId } },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: cleaningKeys.recipes(projectId) }),
  });
}
