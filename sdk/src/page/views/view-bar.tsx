import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { confirm } from '../../feedback/confirm.tsx';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { ChevronDown } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { moveInMenu } from '../table/row-actions.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { useViewCommands } from './use-view-commands.ts';
import type { ViewCommands } from './use-view-commands.ts';
import type { Views } from './use-views.ts';
import { ViewNameDialog } from './view-name-dialog.tsx';
import { Menu, MenuDivider, MenuItem, Popover } from '../parts/popover.tsx';
import './views.css';

/** Views that stand beside the title; the others are in the menu. */
const IN_SIGHT = 3;

type Opened = 'new' | 'rename' | 'share' | null;

/** The list as it is, its views as tabs, and a menu of what can be done with the present one. */
export function ViewBar(props: { readonly views: Views }) {
  const { views } = props;
  const kit = useKitText();
  const [opened, setOpened] = useState<Opened>(null);
  const commands = useViewCommands(views);
  const { current } = views;
  const first = views.all.slice(0, IN_SIGHT);
  const shown = current === null || first.includes(current) ? first : [...first, current];
  const tabs = views.all.length > 0;
  return (
    <nav className="kp-views" aria-label={kit('views.navigation')}>
      {tabs && (
        <ViewTab
          name={kit('views.none')}
          isCurrent={current === null}
          onPick={() => {
            views.pick(null);
          }}
        />
      )}
      {shown.map((view) => (
        <ViewTab
          key={view.viewId}
          name={view.viewName}
          hint={view.isOwn ? undefined : kit('views.by', { name: view.ownerName })}
          isCurrent={view === current}
          isChanged={view === current && views.isChanged}
          onPick={() => {
            views.pick(view);
          }}
        />
      ))}
      {current !== null && views.isChanged && current.allowedActions.includes('update') && (
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          loading={commands.isPending}
          text={kit('views.saveChanges')}
          onClick={() => {
            commands.saveChanges(current);
          }}
        />
      )}
      <Popover
        placement="bottom-start"
        content={<ViewMenu views={views} commands={commands} shown={shown.length} open={setOpened} />}
      >
        <Button
          size="small"
          variant="minimal"
          className="kp-views-menu"
          text={tabs ? undefined : kit('views.button')}
          aria-label={kit('views.button')}
          endIcon={<ChevronDown size={14} aria-hidden title={false} />}
        />
      </Popover>
      {(opened === 'new' || opened === 'rename') && (
        <ViewNameDialog
          views={views}
          renamed={opened === 'rename' ? current : null}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
      {opened === 'share' && current !== null && (
        <ShareDialog
          views={views}
          view={current}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </nav>
  );
}

function ViewTab(props: {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly isCurrent: boolean;
  readonly isChanged?: boolean;
  readonly onPick: () => void;
}) {
  const kit = useKitText();
  return (
    <button
      type="button"
      className="kp-view-tab"
      title={props.hint ?? props.name}
      aria-current={props.isCurrent ? 'true' : undefined}
      onClick={props.onPick}
    >
      <span className="kp-view-name">{props.name}</span>
      {props.isChanged === true && (
        <span className="kp-view-changed">
          <span className="kp-hidden"> {kit('views.changed')}</span>
        </span>
      )}
    </button>
  );
}

/** The views without a tab, and what can be done with the present one. */
function ViewMenu(props: {
  readonly views: Views;
  readonly commands: ViewCommands;
  readonly shown: number;
  readonly open: (what: Opened) => void;
}) {
  const { views, commands, open } = props;
  const { current } = views;
  const kit = useKitText();
  const scope = usePluginScope();
  const others = views.all.slice(IN_SIGHT).filter((view) => view !== current);
  const may = (action: 'update' | 'share' | 'delete' | 'setDefault') =>
    current?.allowedActions.includes(action) === true;
  return (
    <Menu onKeyDown={moveInMenu}>
      {others.map((view) => (
        <MenuItem
          key={view.viewId}
          text={view.viewName}
          onClick={() => {
            views.pick(view);
          }}
        />
      ))}
      {others.length > 0 && <MenuDivider />}
      {current !== null && views.isChanged && (
        <MenuItem
          text={kit('views.undoChanges')}
          onClick={() => {
            views.pick(current);
          }}
        />
      )}
      <MenuItem
        text={kit('views.saveAs')}
        onClick={() => {
          open('new');
        }}
      />{' '}
      {current !== null && (
        <>
          <MenuDivider title={current.viewName} />
          {may('update') && (
            <MenuItem
              text={kit('views.rename')}
              onClick={() => {
                open('rename');
              }}
            />
          )}{' '}
          {may('share') && (
            <MenuItem
              text={kit('views.share')}
              onClick={() => {
                open('share');
              }}
            />
          )}{' '}
          {may('setDefault') && (
            <MenuItem
              text={kit(current.isDefault ? 'views.notDefault' : 'views.makeDefault')}
              onClick={() => {
                commands.setDefault(current.isDefault ? null : current);
              }}
            />
          )}
          {may('delete') && (
            <MenuItem
              intent="danger"
              text={kit('views.delete')}
              onClick={() => {
                const question = {
                  title: kit('views.deleteTitle', { name: current.viewName }),
                  text: kit(current.sharedWith.length > 0 ? 'views.deleteShared' : 'views.deleteText'),
                  confirmText: kit('views.delete'),
                  intent: 'danger',
                } as const;
                void confirm(question, scope).then((isSure) => {
                  if (isSure) commands.remove(current);
                });
              }}
            />
          )}
        </>
      )}
    </Menu>
  );
}
