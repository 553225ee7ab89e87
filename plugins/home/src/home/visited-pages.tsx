import {
  History,
  Link,
  Pin,
  apiLanguage,
  formatAge,
  pinnedPages,
  session$,
  useText,
  useValue,
  type home,
} from '@kituo/sdk';
import type { SessionState } from '@kituo/sdk';
import type { ReplyOf } from '@kituo/sdk/contracts';

type Visit = ReplyOf<typeof home.recent>[number];
type MenuItem = SessionState['menus'][number];

/** The menu's own words for a page. */
function menuTitle(menus: readonly MenuItem[], path: string): string | null {
  for (const item of menus) {
    if (item.perms?.toLowerCase() === path.toLowerCase()) return item.menuName;
    const inner = menuTitle(item.childList, path);
    if (inner !== null) return inner;
  }
  return null;
}

/** `UserManagement` as words, for pages that stand in no menu. */
function wordsOf(path: string): string {
  const name = path.split('/').at(-1) ?? path;
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Pinned pages, then the ones visited last. */
export function VisitedPages(props: { readonly visits: readonly Visit[] }) {
  const t = useText();
  const session = useValue(session$);
  const language = apiLanguage(session.language);
  const mayOpen = (path: string) => session.fullPaths.has(path.toLowerCase());
  const pinned = pinnedPages().filter(mayOpen);
  const visits = props.visits.filter(({ path }) => mayOpen(path) && !pinned.includes(path) && !path.endsWith('/Home'));
  return (
    <section className="home-section" aria-labelledby="home-pages-title">
      <header className="home-section-head">
        <h2 id="home-pages-title">{t('home.pages')}</h2>
      </header>
      {pinned.length + visits.length === 0 ? (
        <p className="home-none">{t('home.noPages')}</p>
      ) : (
        <ul className="home-rows">
          {pinned.map((path) => (
            <li key={path}>
              <Link className="home-row" to={path}>
                <Pin aria-hidden title={false} />
                <span className="home-row-main">{menuTitle(session.menus, path) ?? wordsOf(path)}</span>
                <span className="home-quiet">{t('home.pinned')}</span>
              </Link>
            </li>
          ))}
          {visits.slice(0, 6).map(({ path, lastVisitedAt }) => (
            <li key={path}>
              <Link className="home-row" to={path}>
                <History aria-hidden title={false} />
                <span className="home-row-main">{menuTitle(session.menus, path) ?? wordsOf(path)}</span>
                <span className="home-quiet">{formatAge(lastVisitedAt, language)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
