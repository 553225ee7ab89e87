import { session$, useValue } from '@kituo/sdk';
import { useText } from '../texts.ts';
import { ApprovalsButton } from './approvals-button.tsx';
import { EatClock } from './eat-clock.tsx';
import { Icon } from './icons.tsx';
import { JobsButton } from './jobs-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { useHost } from './host-context.ts';
import { MiscFunctions } from './misc-functions.tsx';
import { PersonMenu } from './person-menu.tsx';
import { WarningsBell } from './warnings-bell.tsx';
import { BrandMark } from '../sign-in/brand-mark.tsx';

export interface TopBarProps {
  readonly headline: string;
  readonly isNarrow: boolean;
  readonly isPageDrawn: boolean;
  readonly isNavigationShown: boolean;
  /** Folds or unfolds the side navigation, opens the drawer on a phone; null where there is neither. */
  readonly onToggleNavigation: (() => void) | null;
}

export function TopBar(props: TopBarProps) {
  const { headline, isNarrow, isNavigationShown, onToggleNavigation } = props;
  const t = useText();
  const { openOverlay } = useHost();
  const { settings, callSystemChannel } = useValue(session$);
  return (
    <header className="k-bar">
      {onToggleNavigation !== null && (
        <button
          type="button"
          className="k-bar-button"
          aria-label={t(isNavigationShown ? 'bar.fold' : 'bar.unfold')}
          title={t(isNavigationShown ? 'bar.fold' : 'bar.unfold')}
          aria-expanded={isNavigationShown}
          onClick={onToggleNavigation}
        >
          <Icon name={isNarrow ? 'menu' : 'fold'} />
        </button>
      )}
      <span className="k-brand">
        <BrandMark /> {!isNarrow && 'Kituo'}
      </span>
      <span className="k-headline">{headline}</span>
      <button
        type="button"
        className="k-palette-box"
        aria-label={isNarrow ? t('bar.palette') : undefined}
        aria-keyshortcuts="Control+K"
        onClick={() => openOverlay('palette')}
      >
        <Icon name="search" />
        {!isNarrow && (
          <>
            <span>{t('bar.paletteHint')}</span>
            <kbd>Ctrl K</kbd>
          </>
        )}
      </button>
      {!isNarrow && (
        <>
          {settings.miscellaneousFunctionIsOpenStatus && <EatClock />}
          {settings.miscellaneousFunctionIsOpenStatus && <MiscFunctions />}
          <CallChannel channel={callSystemChannel} />
        </>
      )}
      <ApprovalsButton isPageDrawn={props.isPageDrawn} />
      <JobsButton isPageDrawn={props.isPageDrawn} isNarrow={isNarrow} />
      <WarningsBell isPageDrawn={props.isPageDrawn} />
      <LanguageMenu />
      <PersonMenu />
    </header>
  );
}

/** Which call system this person's calls go through. */
function CallChannel({ channel }: { readonly channel: string | null }) {
  const t = useText();
  const label = channel === null ? t('bar.callNone') : t('bar.callChannel', { channel });
  return (
    <span className={channel === null ? 'k-call' : 'k-call k-call-on'} title={label} role="img" aria-label={label}>
      <Icon name="phone" />
    </span>
  );
}
