import { createHash } from 'node:crypto';
import type { Bootstrap, Language, MenuItem, SessionRegistry } from '@kituo/sdk/contracts';
import { LRUCache } from 'lru-cache';
import type { Database, Queryable } from '../../../db/database.ts';
import { withJson } from '../../../http/envelope.ts';
import type { Services } from '../../../services.ts';
import type { LiveSession, Rights } from '../../platform/access/index.ts';
import { readOverrides, standingTrials } from '../../plugins/plugin-admin/index.ts';
import { offeredLanguages, textRevisions, withTextRevisions } from '../../platform/languages/index.ts';
import { menuFor, readMenu } from './menu-tree.ts';
import type { MenuNode } from './menu-tree.ts';
import { sessionUserOf } from './session-user.ts';
import { readSettings } from './settings.ts';

/** What everybody shares until a menu entry or a language changes. */
interface MenuState {
  readonly menuEpoch: number;
  readonly nodes: readonly MenuNode[];
  readonly languages: readonly Language[];
}

/** What people with the same pages share: it is computed and serialised once. */
interface PagesPart {
  readonly registry: SessionRegistry;
  readonly registryJson: string;
  readonly fullPaths: readonly string[];
  readonly openPages: ReadonlySet<string>;
}

interface BootstrapCache {
  menuState: Promise<MenuState> | undefined;
  menuEpoch: number;
  readonly pages: LRUCache<string, PagesPart>;
  readonly menus: LRUCache<string, MenuItem[]>;
}

const caches = new WeakMap<Services, BootstrapCache>();

function cacheOf(services: Services): BootstrapCache {
  const known = caches.get(services);
  if (known) return known;
  const cache: BootstrapCache = {
    menuState: undefined,
    menuEpoch: 0,
    pages: new LRUCache({ max: 200 }),
    menus: new LRUCache({ max: 1_000 }),
  };
  caches.set(services, cache);
  return cache;
}

async function readMenuState(db: Database, menuEpoch: number): Promise<MenuState> {
  const [nodes, languages] = await Promise.all([readMenu(db), offeredLanguages(db)]);
  return { menuEpoch, nodes, languages };
}

function menuStateOf(db: Database, cache: BootstrapCache, menuEpoch: number): Promise<MenuState> {
  if (cache.menuState === undefined || cache.menuEpoch !== menuEpoch) {
    const state = readMenuState(db, menuEpoch);
    cache.menuState = state;
    cache.menuEpoch = menuEpoch;
    state.catch(() => {
      if (cache.menuState === state) cache.menuState = undefined;
    });
  }
  return cache.menuState;
}

function pagesPartOf(
  services: Services,
  cache: BootstrapCache,
  { session, rights }: Pick<BootstrapAsker, 'session' | 'rights'>,
): PagesPart {
  const who = { ...rights, userNo: session.userNo, pluginsOut: session.pluginsOut };
  const { revision } = services.registry.state();
  const key = `${revision} ${rights.pagesKey} ${services.registry.choiceKey(who)}`;
  const known = cache.pages.get(key);
  if (known) return known;
  const registry = services.registry.forPages(rights.pages, who);
  const fullPaths = registry.plugins.flatMap(({ pages }) => pages.map(({ path }) => path.toLowerCase())).sort();
  const openPages = new Set(fullPaths);
  const part = { registry, registryJson: JSON.stringify(registry), fullPaths, openPages };
  cache.pages.set(key, part);
  return part;
}

/** Who asks, with their rights as this very call read them. */
export interface BootstrapAsker {
  readonly session: LiveSession;
  readonly rights: Rights;
  /** The language of the menu's texts for who never chose one, as the `lang` header says. */
  readonly language: string;
}

function menusOf(cache: BootstrapCache, state: MenuState, part: PagesPart, asker: BootstrapAsker) {
  const openKey = createHash('sha256').update(part.fullPaths.join(' ')).digest('base64');
  const key = `${state.menuEpoch} ${asker.language} ${openKey}`;
  const known = cache.menus.get(key);
  if (known) return known;
  const menus = menuFor(state.nodes, part.openPages, asker.language, state.languages);
  cache.menus.set(key, menus);
  return menus;
}

/** The caller's menu alone. */
export async function menusFor(db: Database, services: Services, asker: BootstrapAsker): Promise<MenuItem[]> {
  const cache = cacheOf(services);
  const state = await menuStateOf(db, cache, asker.session.menuEpoch);
  return menusOf(cache, state, pagesPartOf(services, cache, asker), asker);
}

/** The extension that the person's calls ring; null without one, or where no telephone exchange is connected. */
async function callChannelOf(db: Queryable, { engine }: Services, userNo: string) {
  if (!engine.gateways.voice) return null;
  const { extension } = await db
    .selectFrom('appUser')
    .select('extension')
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  return extension;
}

/** Everything the host needs to draw a person's console; its JSON is known to the envelope. */
export async function bootstrapFor(db: Database, services: Services, asker: BootstrapAsker): Promise<Bootstrap> {
  const { session, rights } = asker;
  const cache = cacheOf(services);
  const mayOverride = rights.codes.has('operation:plugin:develop');
  const [state, settings, revisions, granted, callSystemChannel] = await Promise.all([
    menuStateOf(db, cache, session.menuEpoch),
    readSettings(db, session.userNo),
    textRevisions(db),
    mayOverride ? readOverrides(db, { sessionId: session.sessionId }) : [],
    callChannelOf(db, services, session.userNo),
  ]);
  const part = pagesPartOf(services, cache, asker);
  const overrides = [...granted, ...standingTrials(services.settings, part.registry.plugins, granted)];
  const own = {
    sessionId: session.sessionId,
    user: sessionUserOf(session, rights),
    isUpdatePasswordStatus: session.mustUpdatePassword,
    // The person's own choice: a browser may still hold that of whoever sat here before.
    menus: menusOf(cache, state, part, {
      ...asker,
      language: settings.language ?? asker.language,
    }),
    perms: [...rights.codes].sort(),
    fullPaths: [...part.fullPaths],
    settings,
    languages: withTextRevisions(state.languages, revisions, { services, pages: rights.pages }),
    companyCode: '14',
    callSystemChannel,
    mayOverride,
    ...(overrides.length > 0 && { overrides }),
  };
  const json = `${JSON.stringify(own).slice(0, -1)},"registry":${part.registryJson}}`;
  return withJson({ ...own, registry: part.registry }, json);
}
