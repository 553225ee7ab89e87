import {
  Link,
  Money,
  StatusTag,
  TickCircle,
  apiLanguage,
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

/** The five newest warnings; each opens its subject. */
export function NewestWarnings(props: { readonly warnings: readonly HomeWarning[] }) {
  const t = useText();
  const language = apiLanguage(useValue(session$).language);
  return (
    <section className="home-section" aria-labelledby="home-warnings-title">
      <header className="home-section-head">
        <h2 id="home-warnings-title">{t('home.warnings')}</h2>
        <Link to={WARNINGS_PATH}>{t('home.allWarnings')}</Link>
      </header>
      {props.warnings.length === 0 ? (
        <p className="home-none">
          <TickCircle aria-hidden title={false} /> {t('home.noWarnings')}
        </p>
      ) : (
        <ul className="home-rows">
          {props.warnings.map((warning) => (
            <li key={warning.warningNo}>
              <Link className="home-row" to={warning.subjectPath ?? WARNINGS_PATH}>
                <StatusTag
                  tone={TONES[warning.warningLevel]}
                  text={t(`WARNING_LEVEL.${warning.warningLevel}`)}
                />
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
