import { call } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Endpoint, ReplyOf, RequestOf } from '../../contracts/endpoint.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { allows, useAccess } from '../action/access.ts';
import { announce } from '../action/undo.ts';
import type { Undo } from '../action/undo.ts';
import { useKitText, usePluginText } from '../platform.ts';

/** Renames a row in its place: F2 or the pencil. */
export interface TreeRename<Row> {
  readonly maxLength: number;
  readonly nameOf: (row: Row) => string;
  isAllowed(row: Row): boolean;
  /** Null when it went through, else what is below the box. */
  save(row: Row, name: string): Promise<string | null>;
}

/**
 * Renaming in the place of the name, with the server's message below the box and Undo in the toast.
 * Its texts: `action.rename.done`. A row whose `allowedActions` lack `action` is not renamed.
 */
export function useRename<E extends Endpoint, Row>(options: {
  readonly endpoint: E;
  /** The name of the action in `allowedActions`. */
  readonly action: string;
  readonly nameOf: (row: Row) => string;
  readonly maxLength: number;
  readonly request: (row: Row, name: string) => RequestOf<E>;
  readonly undo: Undo<Row, ReplyOf<E>>;
  readonly refresh: () => void;
}): TreeRename<Row> {
  const { endpoint, nameOf, refresh, undo } = options;
  const t = usePluginText();
  const kit = useKitText();
  const scope = usePluginScope();
  const isPermitted = useAccess(endpoint);
  return {
    maxLength: options.maxLength,
    nameOf,
    isAllowed: (row) => isPermitted && allows(row, options.action),
    save: async (row, name) => {
      if (name === nameOf(row)) return null;
      if (name === '') return kit('message.required');
      try {
        const reply = await call(endpoint, options.request(row, name), { quiet: true });
        const text = t('action.rename.done', { from: nameOf(row), to: name });
        announce({ scope, kit }, text, { undo: () => undo.run(row, reply), refresh });
        refresh();
        return null;
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        return cause.fields[0]?.msg ?? cause.msg;
      }
    },
  };
}
