import { DeleteOutlined } from "@ant-design/icons";
import { Button, Input, Modal, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/ui/problem-alert";

import type { CleanedMedia, CleaningRecipe } from "../api/cleaning/cleaning-keys";
import {
  useCleaningRecipes,
  useDeleteCleaningRecipe,
  useSaveCleaningRecipe,
} from "../api/cleaning/use-cleaning-recipes";
import { useThisDataset } from "../dataset-context";
import styles from "./cleaning.module.css";
import { asStep, type DraftStep } from "./step-list";

interface SavedRecipesProps {
  media: CleanedMedia;
  steps: readonly DraftStep[];
  /** Name of the recipe that the steps are those of. */
  name: string;
  onTake: (recipe: CleaningRecipe) => void;
  onSaved: (name: string) => void;
}

/** Take steps from a recipe of the project, or keep these as one. */
export function SavedRecipes({ media, steps, name, onTake, onSaved }: SavedRecipesProps) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const recipes = useCleaningRecipes(dataset.project_id, media);
  const remove = useDeleteCleaningRecipe(dataset.project_id);
  const [isSaving, setSaving] = useState(false);
  const chosen = recipes.data?.find((recipe) => recipe.name === name);
  return (
    <div className={styles.recipes}>
      {(recipes.data ?? []).length > 0 && (
        <Select
          className={styles.select}
          aria-label={t("cleaning.recipes")}
          placeholder={t("cleaning.recipes")}
          value={chosen?.id ?? null}
          options={recipes.data?.map((recipe) => ({ value: recipe.id, label: recipe.name })) ?? []}
          onChange={(id) => {
            const recipe = recipes.data?.find((one) => one.id === id);
            if (recipe !== undefined) onTake(recipe);
          }}
        />
      )}
      {chosen !== undefined && (
        <Button
          icon={<DeleteOutlined />}
          aria-label={t("cleaning.forget", { name })}
          title={t("cleaning.forget", { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate(chosen.id)}
        />
      )}
      {steps.length > 0 && chosen === undefined && (
        <Button onClick={() => setSaving(true)}>{t("cleaning.keep")}</Button>
      )}
      {isSaving && (
        <SaveDialog
          media={media}
          steps={steps}
          onClose={() => setSaving(false)}
          onSaved={(saved) => {
            setSaving(false);
            onSaved(saved);
          }}
        />
      )}
    </div>
  );
}

interface SaveDialogProps {
  media: CleanedMedia;
  steps: readonly DraftStep[];
  onClose: () => void;
  onSaved: (name: string) => void;
}

function SaveDialog({ media, steps, onClose, onSaved }: SaveDialogProps) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const save = useSaveCleaningRecipe(dataset.project_id);
  const id = useId();
  const [name, setName] = useState("");
  const isNamed = name.trim() !== "";
  const submit = () =>
    save.mutate(
      { media, name: name.trim(), steps: steps.map(asStep) },
      { onSuccess: (recipe) => onSaved(recipe.name) },
    );
  return (
    <Modal
      open
      title={t("cleaning.keep")}
      okText={t("cleaning.keepVerb")}
      okButtonProps={{ disabled: !isNamed }}
      cancelText={t("ui.cancel")}
      confirmLoading={save.isPending}
      onCancel={onClose}
      onOk={submit}
    >
      <p className={styles.muted}>{t("cleaning.keepText")}</p>
      <label htmlFor={id}>{t("cleaning.recipeName")}</label>
      <Input
        id={id}
        maxLength={120}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={() => isNamed && submit()}
      />
      {save.isError && <ProblemAlert error={save.error} />}
    </Modal>
  );
}
