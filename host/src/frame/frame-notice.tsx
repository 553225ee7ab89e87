import { CopyDetails, Spinner, session$, useValue } from '@kituo/sdk';
import type { SessionPlugin } from '@kituo/sdk/contracts';
import { Icon } from '../shell/icons.tsx';
import { useTextsOf } from '../texts.ts';
import { ASIDE, OVER_FRAME } from './frame-style.ts';
import { FRAME_TEXTS } from './frame-words.ts';
import type { FrameState } from './frame-session-parts.ts';

export interface FrameNoticeProps {
  readonly state: Exclude<FrameState, 'drawn'> | 'stopped';
  readonly reason: string;
  readonly plugin: SessionPlugin;
  readonly onAgain: () => void;
  readonly onStop: () => void;
}

/** What stands over or in the place of a frame that does not show its page. */
export function FrameNotice({ state, reason, plugin, onAgain, onStop }: FrameNoticeProps) {
  const t = useTextsOf(FRAME_TEXTS);
  const { settings } = useValue(session$);
  const { name, version } = plugin;
  if (state === 'opening')
    return (
      <div style={OVER_FRAME} role="status" aria-label={t('opening')}>
        <Spinner brand={settings.brand} size={32} />
      </div>
    );
  const isSilent = state === 'silent';
  const details = [`${name} ${version}`, state, reason, location.pathname, new Date().toISOString()];
  return (
    <div className="k-failed" role="alert" {...(isSilent && { style: ASIDE })}>
      {!isSilent && <Icon name="warning-sign" />}
      <h1>{t(`${state}.title`)}</h1>
      <p>{t(`${state}.text`)}</p>
      <p className="k-failed-plugin">{t('plugin', { name, version })}</p>
      <div className="k-failed-actions">
        {isSilent ? (
          <button type="button" className="bp6-button bp6-intent-danger" onClick={onStop}>
            {t('stop')}
          </button>
        ) : (
          <button type="button" className="bp6-button bp6-intent-primary" onClick={onAgain}>
            {t('again')}
          </button>
        )}
        <CopyDetails details={details.filter(Boolean).join('\n')} />
      </div>
    </div>
  );
}
