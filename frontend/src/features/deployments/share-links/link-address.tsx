import { DownloadOutlined } from "@ant-design/icons";
import { Alert, Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { CodeBlock } from "@/components/ui/code-block";

import { pngOf, qrCodeOf, svgOf } from "./qr-code";
import { isOfThisMachine } from "./share-address";
import styles from "./share-links.module.css";

interface LinkAddressProps {
  address: string;
  title: string;
}

/** The address of a page for guests, to copy, to scan and to print. */
export function LinkAddress({ address, title }: LinkAddressProps) {
  const { t } = useTranslation();
  const code = useMemo(() => qrCodeOf(address), [address]);
  return (
    <div className={styles.address}>
      {isOfThisMachine(address) && (
        <Alert
          type="warning"
          showIcon
          title={t("share.links.local")}
          description={t("share.links.localText")}
        />
      )}
      <CodeBlock code={address} label={t("share.links.address")} />
      <svg
        role="img"
        aria-label={t("share.links.code", { title })}
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        className={styles.code}
      >
        <path d={code.path} />
      </svg>
      <div className={styles.downloads}>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void pngOf(code).then((file) => file && save(file, `${title}.png`))}
        >
          PNG
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => save(svgOf(code), `${title}.svg`)}
        >
          SVG
        </Button>
      </div>
    </div>
  );
}

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
