import { Button } from '@blueprintjs/core';
import { callFile } from '../../api/call.ts';
import { saveFile } from '../../api/download.ts';
import { attachDownload } from '../../contracts/platform/file.contract.ts';

/**
 * Files that prove something, each to save.
 *
 * @example <FileList files={info.vouchers} none={t('voucher.none')} />
 */
export function FileList(props: {
  readonly files: readonly { readonly attachId: string; readonly fileName: string }[];
  /** Said where there is none; absent: nothing is. */
  readonly none?: string;
  readonly label?: string;
}) {
  const { files, none } = props;
  if (files.length === 0) return none === undefined ? null : <p className="kp-muted">{none}</p>;
  return (
    <ul className="kp-facts" aria-label={props.label}>
      {files.map(({ attachId, fileName }) => (
        <li key={attachId}>
          <Button
            size="small"
            variant="minimal"
            text={fileName}
            onClick={() => {
              callFile(attachDownload, { attachId }).then(saveFile, () => undefined);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
