import {
  Link,
  Money,
  StatusTag,
  TickCircle,
  apiLanguage,
  canOpen,
  formatAge,
  session$,
  useText,
  useValue,
} from '@kituo/sdk';
import type { StatusTone } from '@kituo/sdk';
import type { HomeWarning } from './use-home.ts';

const WARNINGS_PATH = '/AdminContent/WarningNotify';
const TONES = {
  INFO: 'active',
  ATTENTION: 'attention',
  URGENT: 'failed',
} as const satisfies Record<HomeWarning['warningLevel'], StatusTone>;

/** Where a warning leads: its subject, or the list where this person may not open that page. */
function placeOf({ subjectPath, warningNo }: HomeWarning): string {
  const mayOpen = subjectPath !== null && canOpen(subjectPath.split('?', 1)[0] ?? '');
  return mayOpen ? subjectPath : `${WARNINGS_PATH}?warning=${warningNo}`;
}

/** The five newest warnings; each opens its subject. */
export function NewestWarnings(props: {
  /** Null where they could not be read. */
  readonly warnings: readonly HomeWarning[] | null;
  readonly onRetry: () => void;
}) {
  const t = useText();
  const language = apiLanguage(useValue(session$).language);
  return (
    <section className="home-section" aria-labelledby="home-warnings-title">
      <header className="home-section-head">
        <h2 id="home-warnings-title">{t('home.warnings')}</h2>
        <Link to={WARNINGS_PATH}>{t('home.allWarnings')}</Link>
      </header>
      {props.warnings === null ? (
        <p className="home-none" role="status">
          {t('home.notAvailable')}{' '}
          <button type="button" className="ks-link-button" onClick={props.onRetry}>
            {t('home.retry')}
          </button>
        </p>
      ) : props.warnings.length === 0 ? (
        <p className="home-none">
          <TickCircle aria-hidden title={false} /> {t('home.noWarnings')}
        </p>
      ) : (
        <ul className="home-rows">
          {props.warnings.map((warning) => (
            <li key={warning.warningNo}>
              <Link className="home-row" to={placeOf(warning)}>
                <StatusTag tone={TONES[warning.warningLevel]} text={t(`WARNING_LEVEL.${warning.warningLevel}`)} />
                <span className="home-row-main">{warning.subject}</span>
                {warning.amountCents !== null && <Money cents={warning.amountCents} />}
                <span className="home-quiet">{formatAge(warning.raisedAt, language)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
