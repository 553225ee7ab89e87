import type * as z from 'zod/mini';
import { call } from '../../api/call.ts';
import type { Endpoint } from '../../contracts/endpoint.ts';
import type { Dictionary } from './dictionary.ts';

/** Something to choose; with `children` it is in a tree. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** A line of smaller text: why it cannot be chosen, what it is. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly children?: readonly Option[];
}

/** Where the options of a filter or a field come from. */
export type OptionSource =
  | { readonly kind: 'dictionary'; readonly dictionary: Dictionary }
  | { readonly kind: 'yesNo' }
  | {
      readonly kind: 'remote';
      /** What the options are kept under. */
      readonly name: string;
      readonly load: (signal: AbortSignal) => Promise<readonly Option[]>;
    };

/**
 * Options from an endpoint without parameters; fetched once and kept for a minute.
 *
 * @param part Names the options where several sources read one endpoint: each is kept by itself.
 * @example remoteOptions(role.list, (roles) => roles.map((r) => ({ value: r.roleNo, label: r.roleName })))
 */
export function remoteOptions<Reply>(
  endpoint: Endpoint<z.ZodMiniType<unknown, object>, z.ZodMiniType<Reply>>,
  toOptions: (reply: Reply) => readonly Option[],
  part?: string,
): OptionSource {
  return {
    kind: 'remote',
    name: part === undefined ? endpoint.name : `${endpoint.name} ${part}`,
    load: async (signal) => toOptions(await call(endpoint, {}, { signal, showLoading: false, quiet: true })),
  };
}

/** An option as it is in a list: trees are laid flat with their depth. */
export interface FlatOption extends Option {
  readonly depth: number;
  /** The labels above it, joined: `Head office / Collection`. */
  readonly path: string;
}

/** Lays a tree of options flat, parents before children. */
export function flattenOptions(options: readonly Option[], depth = 0, above = ''): FlatOption[] {
  return options.flatMap((option) => {
    const path = above === '' ? option.label : `${above} / ${option.label}`;
    return [{ ...option, depth, path }, ...flattenOptions(option.children ?? [], depth + 1, path)];
  });
}
