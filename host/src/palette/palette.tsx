import { Dialog, session$, useValue } from '@kituo/sdk';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { MenuLeaf } from '../menu/menu-tree.ts';
import { Icon } from '../shell/icons.tsx';
import { useHost } from '../shell/host-context.ts';
import { useText } from '../texts.ts';
import { useTrialText } from '../trial/texts.ts';
import { useActionLeaves } from './action-leaves.ts';
import { useFoundCustomers } from './find-customers.ts';
import { useFoundOrders } from './find-orders.ts';
import { rankLeaves } from './rank.ts';

export interface PaletteProps {
  readonly leaves: readonly MenuLeaf[];
  readonly recent: readonly string[];
  readonly onClose: () => void;
}

/** No page: where a developer starts a trial. */
const TRIAL = 'trial';

/** What a developer finds besides pages; nobody else is offered it. */
function useTrialLeaf(): readonly MenuLeaf[] {
  const t = useTrialText();
  const mayTry = useValue(session$).perms.has('operation:plugin:develop');
  const title = t('title');
  return useMemo(() => {
    const node = { id: TRIAL, title, path: null, externalUrl: null, icon: 'box', children: [] };
    return mayTry ? [{ node, section: null }] : [];
  }, [mayTry, title]);
}

/** Type a few letters of a page, Enter opens it. A combobox over the pages one may see. */
export function Palette({ leaves, recent, onClose }: PaletteProps) {
  const t = useText();
  const { console, openExternal, openOverlay } = useHost();
  const trial = useTrialLeaf();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { leaves: actions, runOf } = useActionLeaves(typed);
  const orders = useFoundOrders(typed);
  const customers = useFoundCustomers(typed);
  const found = useMemo(
    () =>
      [...orders.leaves, ...customers.leaves, ...rankLeaves([...leaves, ...trial, ...actions], typed, recent)].slice(
        0,
        50,
      ),
    [orders.leaves, customers.leaves, leaves, trial, actions, typed, recent],
  );
  const isNothing = orders.isNothing || customers.isNothing;
  const chosen = found[Math.min(at, found.length - 1)];

  function open(leaf: MenuLeaf | undefined) {
    if (leaf === undefined) return;
    if (leaf.node.id === TRIAL) return openOverlay('settings');
    // The answer takes the question's place; what failed has been said by the client.
    const finding = [orders, customers].find(({ isQuestion }) => isQuestion(leaf.node.id));
    if (finding !== undefined) return void finding.ask().catch(() => undefined);
    onClose();
    const run = runOf(leaf.node.id);
    if (run !== null) return run();
    if (leaf.node.path !== null) console.navigate(leaf.node.path);
    else if (leaf.node.externalUrl !== null) void openExternal(leaf.node.externalUrl);
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = found.length - 1;
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + 8, last),
      PageUp: Math.max(at - 8, 0),
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(to);
      const path = found[to]?.node.path;
      if (path != null) console.prefetch(path);
      document.getElementById(`${listId}-${to}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(chosen);
    }
  }

  return (
    <Dialog isOpen className="k-palette" onClose={onClose} transitionDuration={0} aria-label={t('bar.palette')}>
      <div className="k-palette-input">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-label={t('bar.palette')}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${found.indexOf(chosen)}`}
          placeholder={t('palette.hint')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul id={listId} role="listbox" className="k-palette-list" aria-label={t('palette.pages')}>
        {found.map((leaf, index) => (
          <li
            key={leaf.node.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={leaf === chosen}
            onPointerMove={() => setAt(index)}
            onClick={() => open(leaf)}
          >
            <Icon name={leaf.node.icon ?? (leaf.node.path === null ? 'external' : 'document')} />
            <span>{leaf.node.title}</span>
            {leaf.section !== null && <small>{leaf.section}</small>}
          </li>
        ))}
      </ul>
      <p className={found.length === 0 || isNothing ? 'k-palette-none' : 'k-hidden'} role="status">
        {[
          orders.isNothing && t('palette.noOrders', { typed: typed.trim() }),
          customers.isNothing && t('palette.noCustomers', { typed: typed.trim() }),
        ]
          .filter(Boolean)
          .join(' ')}
        {!isNothing && found.length === 0 && t('menu.none', { typed })}
        {!isNothing && found.length > 0 && t('palette.count', { count: found.length })}
      </p>
    </Dialog>
  );
}
