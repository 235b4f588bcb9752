import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { App as AntApp, ConfigProvider } from "antd";
import { useEffect, useMemo, type ReactNode } from "react";
import { I18nextProvider, useTranslation } from "react-i18next";
import type { i18n } from "i18next";

import { componentTexts } from "@/i18n/language";
import { antdTheme } from "@/styles/theme";
import { useThemeMode } from "@/styles/theme-mode";

/** Of every form: what is missing or wrong is scrolled to, clear of the bar, and takes the focus. */
const FORM = { scrollToFirstError: { focus: true, block: "center" } } as const;

interface ProvidersProps {
  language: i18n;
  client: QueryClient;
  children: ReactNode;
}

/** Language, theme and query cache around everything. */
export function Providers({ language, client, children }: ProvidersProps) {
  return (
    <I18nextProvider i18n={language}>
      <QueryClientProvider client={client}>
        <Themed>{children}</Themed>
      </QueryClientProvider>
    </I18nextProvider>
  );
}

function Themed({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const { i18n } = useTranslation();
  const theme = useMemo(() => antdTheme(mode), [mode]);
  useEffect(() => {
    document.documentElement.dataset.theme = mode;
  }, [mode]);
  return (
    <ConfigProvider
      theme={theme}
      locale={componentTexts(i18n)}
      button={{ autoInsertSpace: false }}
      form={FORM}
    >
      <AntApp component={false}>{children}</AntApp>
    </ConfigProvider>
  );
}
