import { Button } from '@blueprintjs/core';
import { formatCount } from '../../format/money.ts';
import { saveJobFile } from '../../jobs/own-jobs.ts';
import { DownloadIcon } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { moveInMenu } from '../table/row-actions.tsx';
import type { ExportFormat, Exporter } from '../use-export.ts';
import { Menu, MenuDivider, MenuItem, Popover } from './popover.tsx';

const FORMATS: readonly ExportFormat[] = ['csv', 'xlsx'];

/**
 * Downloads what is filtered or what is selected, as CSV or XLSX. While the file is written it tells how many
 * rows stand in it and offers to call it off. Not drawn without the right.
 */
export function ExportButton(props: { readonly exporter: Exporter }) {
  const { exporter } = props;
  const { isLive, job } = exporter.followed;
  const kit = useKitText();
  if (!exporter.isPermitted) return null;
  const text =
    isLive && job !== null
      ? kit('export.running', { rows: formatCount(Math.max(job.done, job.succeeded)) })
      : kit('export.button');
  return (
    <Popover
      placement="bottom-end"
      content={
        <Menu onKeyDown={moveInMenu}>
          {isLive ? <RunningItems exporter={exporter} /> : <Offers exporter={exporter} />}
        </Menu>
      }
    >
      <Button
        text={<span role={isLive ? 'status' : undefined}>{text}</span>}
        loading={exporter.isPending}
        icon={<DownloadIcon size={14} aria-hidden title={false} />}
      />
    </Popover>
  );
}

function RunningItems({ exporter }: { readonly exporter: Exporter }) {
  const kit = useKitText();
  return <MenuItem text={kit('export.cancel')} onClick={exporter.followed.cancel} />;
}

function Offers({ exporter }: { readonly exporter: Exporter }) {
  const { job } = exporter.followed;
  const kit = useKitText();
  const items = (what: 'filtered' | 'selected', count: number) => (
    <>
      <MenuDivider title={kit(`export.${what}`, { count: formatCount(count) })} />
      {FORMATS.map((format) => (
        <MenuItem
          key={format}
          text={kit(`export.${format}`)}
          disabled={count === 0}
          onClick={() => {
            void exporter.run(what, format);
          }}
        />
      ))}
    </>
  );
  return (
    <>
      {exporter.selectedCount > 0 && items('selected', exporter.selectedCount)}
      {items('filtered', exporter.filteredCount)}
      {job?.allowedActions.includes('download') === true && (
        <>
          <MenuDivider />
          <MenuItem text={kit('export.again', { file: job.fileName ?? '' })} onClick={() => void saveJobFile(job)} />
        </>
      )}
    </>
  );
}
