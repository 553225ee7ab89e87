import { Button, callFile, saveFile, useText } from '@kituo/sdk';
import { file } from '@kituo/sdk/contracts';

/** The certificates of a request, each a file to save. */
export function Vouchers(props: {
  readonly vouchers: readonly { readonly attachId: string; readonly fileName: string }[];
}) {
  const t = useText();
  if (props.vouchers.length === 0) return <p className="kp-muted">{t('voucher.none')}</p>;
  return (
    <ul className="kp-facts">
      {props.vouchers.map(({ attachId, fileName }) => (
        <li key={attachId}>
          <Button
            size="small"
            variant="minimal"
            text={fileName}
            onClick={() => {
              callFile(file.attachDownload, { attachId }).then(saveFile, () => undefined);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
