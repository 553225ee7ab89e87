import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';
import * as contract from '../../contracts/platform/view.contract.ts';
import type { SavedView } from '../../contracts/platform/view.contract.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useKitText } from '../platform.ts';
import type { Views } from './use-views.ts';

/** What the bar does automatically; names and roles are asked for in dialogs. */
export interface ViewCommands {
  readonly isPending: boolean;
  saveChanges(view: SavedView): void;
  setDefault(view: SavedView | null): void;
  remove(view: SavedView): void;
}

export function useViewCommands(views: Views): ViewCommands {
  const kit = useKitText();
  const scope = usePluginScope();
  const [isPending, setPending] = useState(false);
  const run = (command: () => Promise<string>): void => {
    if (isPending) return;
    setPending(true);
    command()
      .then((done) => {
        scope.toast.success(done);
      })
      .catch((cause: unknown) => {
        // `call` has said what was refused; what stands is read again.
        if (!(cause instanceof ApiError)) throw cause;
        views.reread();
      })
      .finally(() => {
        setPending(false);
      });
  };
  return {
    isPending,
    saveChanges: (view) => {
      run(async () => {
        const { viewId, version, viewName } = view;
        const content = await views.contentNow();
        const saved = await call(contract.save, { ...views.place, viewId, version, viewName, ...content });
        views.reread(saved);
        return kit('views.saved', { name: saved.viewName });
      });
    },
    setDefault: (view) => {
      run(async () => {
        await call(contract.setDefault, { ...views.place, viewId: view?.viewId ?? null });
        views.reread();
        return view === null ? kit('views.noDefault') : kit('views.isDefault', { name: view.viewName });
      });
    },
    remove: (view) => {
      run(async () => {
        await call(contract.remove, { viewId: view.viewId });
        views.pick(null);
        views.reread();
        return kit('views.deleted', { name: view.viewName });
      });
    },
  };
}
