import { Button, Callout, session$, useText, useValue } from '@kituo/sdk';
import type { menu } from '@kituo/sdk/contracts';
import { nameIn } from './menu-row.ts';

/** Pages that sections offer and no entry opens: each is taken over with what its section says of it. */
export function UnlistedPages(props: {
  readonly pages: readonly menu.UnlistedPage[];
  readonly onTakeOver: (page: menu.UnlistedPage) => void;
}) {
  const t = useText();
  const { language } = useValue(session$);
  if (props.pages.length === 0) return null;
  return (
    <Callout intent="primary" icon={null} className="menu-unlisted">
      <p>{t('menus.unlisted', { count: props.pages.length })}</p>
      <ul>
        {props.pages.map((page) => (
          <li key={page.path}>
            <b>{nameIn(page.menuName, language)}</b>{' '}
            <span className="kp-muted">
              {page.plugin} {page.version} · {page.path}
            </span>
            <Button
              size="small"
              text={t('menus.takeOver')}
              aria-label={`${t('menus.takeOver')}: ${nameIn(page.menuName, language)}`}
              onClick={() => {
                props.onTakeOver(page);
              }}
            />
          </li>
        ))}
      </ul>
    </Callout>
  );
}
