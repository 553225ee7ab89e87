import type { PluginOverride } from '@kituo/sdk/contracts';
import { BehaviorSubject } from 'rxjs';
import type { TrialTexts } from './titles.ts';

/** How a trial goes, as the banner tells. */
export interface TrialState {
  readonly trial: PluginOverride;
  readonly step: 'starting' | 'running' | 'unreachable' | 'broken' | 'refused' | 'over';
  /** What is wrong, in the words of the dev server or of the server. */
  readonly reason: string;
  /** The build on screen, and the milliseconds from the save to there; null before the first rebuild. */
  readonly build: { readonly number: number; readonly ms: number } | null;
  /** The pages that it may open, by name. */
  readonly pages: readonly {
    readonly name: string;
    readonly path: string;
    readonly titleKey: string;
  }[];
  readonly texts: TrialTexts;
}

/** The trials of this tab, in the order in which they were granted. */
export const trialStates$ = new BehaviorSubject<readonly TrialState[]>([]);

export function tellTrial(trial: PluginOverride, change: Partial<TrialState>): void {
  const states = trialStates$.value;
  const known = states.find((state) => state.trial.overrideId === trial.overrideId);
  // Nothing brings a trial back that is over.
  if (known?.step === 'over') return;
  const nothing = { reason: '', build: null, pages: [], texts: {} };
  const blank: TrialState = { trial, step: 'starting', ...nothing };
  const next = { ...(known ?? blank), ...change };
  trialStates$.next(known === undefined ? [...states, next] : states.map((state) => (state === known ? next : state)));
}
