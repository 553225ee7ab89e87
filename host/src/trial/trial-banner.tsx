import { call, confirm, formatDateTime, hasUnsavedForms, session$, useValue } from '@kituo/sdk';
import { pluginAdmin } from '@kituo/sdk/contracts';
import { useState } from 'react';
import type { ContentView } from '../console/console-state.ts';
import { useHost } from '../shell/host-context.ts';
import { neededLanguages } from '../start/host-texts.ts';
import { useTrialText } from './texts.ts';
import { titleIn } from './titles.ts';
import { trialStates$, type TrialState } from './trial-states.ts';

export interface TrialBannerProps {
  readonly content: ContentView;
}

/** Stays for as long as a plugin is on trial: where it comes from, how it goes, and the way back. */
export function TrialBanner({ content }: TrialBannerProps) {
  const t = useTrialText();
  const hasFailed = ({ trial }: TrialState) => content.kind === 'failed' && content.entry.plugin.name === trial.plugin;
  // Of what `npm run dev` serves, only what is wrong is worth a line.
  const states = useValue(trialStates$).filter(
    (state) => !state.trial.isStanding || hasFailed(state) || !['starting', 'running'].includes(state.step),
  );
  if (states.length === 0) return null;
  return (
    <section className="k-drafts" aria-label={t('banner')}>
      {states.map((state) => (
        <TrialLine
          key={state.trial.overrideId}
          state={state}
          hasFailed={hasFailed(state)}
          path={content.place.pathname}
        />
      ))}
    </section>
  );
}

/** Pages bring the console's tags along, and not every page has one: it looks the same without. */
const TAG = { padding: '2px 6px', borderRadius: 'var(--k-radius)', fontSize: 12 };
const COLOR: Readonly<Record<TrialState['step'], string>> = {
  starting: 'var(--k-accent)',
  running: 'var(--k-accent)',
  unreachable: 'var(--k-warning)',
  broken: 'var(--k-danger)',
  refused: 'var(--k-danger)',
  over: 'var(--k-warning)',
};

interface TrialLineProps {
  readonly state: TrialState;
  readonly hasFailed: boolean;
  readonly path: string;
}

function TrialLine({ state, hasFailed, path }: TrialLineProps) {
  const t = useTrialText();
  const { console } = useHost();
  const [isBusy, setIsBusy] = useState(false);
  const { trial, step, reason, build, pages, texts } = state;
  const { language } = useValue(session$);
  const { plugin, origin, endsAt } = trial;
  const isGranted = step !== 'over' && trial.isStanding === undefined;
  const until = formatDateTime(endsAt);
  const first = pages.find((page) => page.path.toLowerCase() === path.toLowerCase()) ?? pages[0];
  const isElsewhere = first !== undefined && first.path.toLowerCase() !== path.toLowerCase();
  const text = [
    t(step, { plugin, origin, until, reason }),
    ...(step === 'running' && hasFailed ? [t('crashed')] : []),
    ...(step === 'running' && build ? [t('rebuilt', { build: build.number, ms: build.ms })] : []),
  ].join(' ');

  const color = hasFailed ? 'var(--k-danger)' : COLOR[step];

  async function reset() {
    const words = {
      title: t('unsavedTitle'),
      text: t('unsavedText'),
      confirmText: t('reload'),
    };
    if (hasUnsavedForms() && !(await confirm(words))) return;
    setIsBusy(true);
    try {
      if (isGranted) await call(pluginAdmin.endOverride, { plugin });
      location.reload();
    } catch {
      // The call has said why.
      setIsBusy(false);
    }
  }

  return (
    <p role={step === 'running' ? 'status' : 'alert'}>
      <strong style={{ ...TAG, background: 'var(--k-surface)', color }}>{t('banner')}</strong>
      <span title={text}>{text}</span>
      {step === 'running' && isElsewhere && (
        <button type="button" className="k-link" onClick={() => console.navigate(first.path)}>
          {t('openPage', { page: titleIn(texts, neededLanguages(language), first) })}
        </button>
      )}
      <button type="button" className="k-link" disabled={isBusy} onClick={() => void reset()}>
        {t(isGranted ? 'reset' : 'reload')}
      </button>
    </p>
  );
}
