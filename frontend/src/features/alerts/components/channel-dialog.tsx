import { Alert, Form, Input, Modal, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { joined } from "@/api/pages";
import { useProjects } from "@/api/projects-list";
import { useSession } from "@/api/session";
import { ProblemAlert } from "@/components/ui/problem-alert";

import { useMembers } from "../api/use-members";
import { useSaveChannel } from "../api/use-save-channel";
import type { Channel, ChannelKind } from "../types";

interface ChannelDialogProps {
  organisationId: string;
  /** What is changed; absent to add one. */
  channel?: Channel;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

const KINDS: readonly ChannelKind[] = ["email", "webhook", "slack", "dingtalk", "wecom"];
const LANGUAGES = { en: "English", "zh-CN": "简体中文" } as const;
const ALL = "";

/** Say who is told of alerts, and where. */
export function ChannelDialog(props: ChannelDialogProps) {
  const { organisationId, channel, onClose, onSecret } = props;
  const { t, i18n } = useTranslation();
  const save = useSaveChannel(channel?.id);
  const members = useMembers(organisationId);
  const projects = joined(useProjects(organisationId).data?.pages);
  const sendsMail = useSession().data?.sends_mail;
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? "email");
  const [name, setName] = useState(channel?.name ?? "");
  const [address, setAddress] = useState("");
  const [memberId, setMemberId] = useState<string>();
  const [robotSecret, setRobotSecret] = useState("");
  const [projectId, setProjectId] = useState(ALL);
  const [language, setLanguage] = useState<keyof typeof LANGUAGES>(
    (channel?.language ?? i18n.language) === "zh-CN" ? "zh-CN" : "en",
  );
  const isMail = kind === "email";
  // Where it leads stays, unless a mail becomes a post or the other way round.
  const isKept = channel !== undefined && (channel.kind === "email") === isMail;
  const leadsTo = isMail ? memberId !== undefined : address.trim() !== "";
  const verb = t(channel === undefined ? "alerts.channel.create" : "alerts.channel.save");
  const send = () =>
    save.mutate(
      {
        organisation_id: organisationId,
        project_id: projectId === ALL ? null : projectId,
        kind,
        name: name.trim(),
        language,
        ...(leadsTo && (isMail ? { member_id: memberId } : { address: address.trim() })),
        ...(kind === "dingtalk" && robotSecret !== "" && { secret: robotSecret }),
      },
      {
        onSuccess: ({ secret }) => {
          if (secret !== null) onSecret(secret);
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      title={channel === undefined ? verb : t("alerts.channel.editTitle", { name: channel.name })}
      okText={verb}
      okButtonProps={{
        disabled: name.trim() === "" || !(leadsTo || isKept),
        loading: save.isPending,
      }}
      onOk={send}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t("alerts.channel.kind")}>
          <Select
            aria-label={t("alerts.channel.kind")}
            value={kind}
            onChange={setKind}
            options={KINDS.map((value) => ({ value, label: t(`alerts.kind.${value}`) }))}
          />
        </Form.Item>
        {isMail && sendsMail === false && (
          <Form.Item>
            <Alert type="warning" showIcon title={t("alerts.channel.noMail")} />
          </Form.Item>
        )}
        <Form.Item label={t("alerts.channel.name")} htmlFor="channel-name" required>
          <Input
            id="channel-name"
            maxLength={120}
            placeholder={t("alerts.channel.namePlaceholder")}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        {isMail ? (
          <Form.Item label={t("alerts.channel.member")} required={!isKept}>
            <Select
              placeholder={isKept ? channel.address : undefined}
              aria-label={t("alerts.channel.member")}
              showSearch={{ optionFilterProp: "label" }}
              loading={members.isPending}
              value={memberId}
              onChange={setMemberId}
              options={members.data?.results.map(({ id, user }) => ({
                value: id,
                label: `${user.name} <${user.email}>`,
              }))}
            />
          </Form.Item>
        ) : (
          <Form.Item
            label={t("alerts.channel.address")}
            htmlFor="channel-address"
            extra={isKept ? t("alerts.channel.addressKept") : t(`alerts.addressHint.${kind}`)}
            required={!isKept}
          >
            <Input
              id="channel-address"
              type="url"
              placeholder={isKept ? channel.address : undefined}
              maxLength={2000}
              autoComplete="off"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Form.Item>
        )}
        {kind === "dingtalk" && (
          <Form.Item
            label={t("alerts.channel.robotSecret")}
            htmlFor="channel-secret"
            extra={t("alerts.channel.robotSecretHint")}
          >
            <Input.Password
              id="channel-secret"
              maxLength={200}
              autoComplete="off"
              value={robotSecret}
              onChange={(event) => setRobotSecret(event.target.value)}
            />
          </Form.Item>
        )}
        {channel === undefined && (
          <Form.Item label={t("alerts.list.project")}>
            <Select
              aria-label={t("alerts.list.project")}
              showSearch={{ optionFilterProp: "label" }}
              value={projectId}
              onChange={setProjectId}
              options={[
                { value: ALL, label: t("alerts.channel.allProjects") },
                ...projects.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Form.Item>
        )}
        <Form.Item label={t("alerts.channel.language")}>
          <Select
            aria-label={t("alerts.channel.language")}
            value={language}
            onChange={setLanguage}
            options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
      </Form>
      <ProblemAlert error={save.error} />
    </Modal>
  );
}
