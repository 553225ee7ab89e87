import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { formatCount } from '../../format/money.ts';
import { DownloadIcon } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { moveInMenu } from '../table/row-actions.tsx';
import type { ExportFormat, Exporter } from '../use-export.ts';

const FORMATS: readonly ExportFormat[] = ['csv', 'xlsx'];

/** Downloads what is filtered or what is selected, as CSV or XLSX. Not drawn without the right. */
export function ExportButton(props: { readonly exporter: Exporter }) {
  const { exporter } = props;
  const kit = useKitText();
  if (!exporter.isPermitted) return null;
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
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      transitionDuration={0}
      content={
        <Menu onKeyDown={moveInMenu}>
          {exporter.selectedCount > 0 && items('selected', exporter.selectedCount)}
          {items('filtered', exporter.filteredCount)}
        </Menu>
      }
    >
      <Button
        text={kit('export.button')}
        loading={exporter.isPending}
        icon={<DownloadIcon size={14} aria-hidden title={false} />}
      />
    </PopoverNext>
  );
}
