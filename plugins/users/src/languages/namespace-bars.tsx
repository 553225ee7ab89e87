import { Button, formatCount, useText } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import type { TextRow } from './language-fields.ts';

/** How much of each section a language has; a click shows its texts alone. */
export function NamespaceBars(props: { readonly languageCode: string; readonly list: List<TextRow> }) {
  const { languageCode, list } = props;
  const t = useText();
  const parts = useDetail(languages.textNamespaces, { languageCode });
  const chosen = list.state.filters['namespace'] ?? '';
  return (
    <ul className="language-bars" aria-label={t('languages.coverage')}>
      {(parts.data ?? []).map(({ namespace, title, translated, total }) => (
        <li key={namespace}>
          <Button
            variant="minimal"
            size="small"
            active={chosen === namespace}
            aria-pressed={chosen === namespace}
            onClick={() => {
              list.setFilter('namespace', chosen === namespace ? '' : namespace);
            }}
          >
            <span>{title}</span>
            <span className="kp-part-bar" aria-hidden>
              <span style={{ width: `${total === 0 ? 0 : (100 * translated) / total}%` }} />
            </span>
            <span className="ks-figures kp-muted">
              {formatCount(translated)} / {formatCount(total)}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
