import { ApiError, call, confirm, hasUnsavedForms } from '@kituo/sdk';
import { pluginAdmin } from '@kituo/sdk/contracts';
import { useId, useState, type FormEvent } from 'react';
import { useTrialText } from './texts.ts';

const LAST_KEY = 'kituo_last_trial';

interface Asked {
  readonly plugin: string;
  readonly origin: string;
}

function lastAsked(): Asked {
  const [plugin = '', origin = 'http://localhost:4400'] = (localStorage.getItem(LAST_KEY) ?? '').split(' ');
  return { plugin, origin };
}

/** In the settings of a plugin developer: a plugin of their own machine in this session. */
export function TrialSection() {
  const t = useTrialText();
  const [asked, setAsked] = useState(lastAsked);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);

  async function start(event: FormEvent) {
    event.preventDefault();
    const plugin = asked.plugin.trim();
    const origin = asked.origin.trim().replace(/\/$/, '');
    const blank = Object.entries({ plugin, origin }).filter(([, value]) => value === '');
    if (blank.length > 0) {
      setFaults(Object.fromEntries(blank.map(([name]) => [name, t('blank')])));
      return;
    }
    const words = { title: t('unsavedTitle'), text: t('unsavedText'), confirmText: t('reload') };
    if (hasUnsavedForms() && !(await confirm(words))) return;
    setIsBusy(true);
    try {
      await call(pluginAdmin.grantOverride, { plugin, origin }, { quiet: true });
      localStorage.setItem(LAST_KEY, `${plugin} ${origin}`);
      // Only the next document may load from there.
      location.reload();
    } catch (error) {
      setFaults(faultsOf(error, t('failed')));
      setIsBusy(false);
    }
  }

  const field = (name: keyof Asked) => (
    <TrialField
      label={t(name)}
      hint={t(`${name}Hint`)}
      value={asked[name]}
      fault={faults[name]}
      onChange={(value) => {
        setAsked({ ...asked, [name]: value });
        setFaults({});
      }}
    />
  );
  return (
    <section>
      <h2>{t('title')}</h2>
      <p>{t('text')}</p>
      <form noValidate onSubmit={(event) => void start(event)}>
        {field('plugin')}
        {field('origin')}
        {faults['form'] !== undefined && (
          <p className="k-fault" role="alert">
            {faults['form']}
          </p>
        )}
        <button type="submit" className="bp6-button" disabled={isBusy}>
          {t('start')}
        </button>
        <p className="k-hint">{t('recorded')}</p>
      </form>
    </section>
  );
}

function TrialField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  const isWrong = props.fault !== undefined;
  return (
    <div className="k-field">
      <label className="bp6-label" htmlFor={id}>
        {props.label}
      </label>
      <input
        id={id}
        className={`bp6-input bp6-fill ${isWrong ? 'bp6-intent-danger' : ''}`}
        value={props.value}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={isWrong ? 'k-fault' : 'k-hint'}>
        {props.fault ?? props.hint}
      </p>
    </div>
  );
}

/** Beside its field where the server named one, else above the button. */
function faultsOf(error: unknown, otherwise: string): Record<string, string> {
  if (!(error instanceof ApiError) || error.isNetwork) return { form: otherwise };
  const own = error.fields.filter(({ field }) => field === 'plugin' || field === 'origin');
  return own.length === 0 ? { form: error.msg } : Object.fromEntries(own.map(({ field, msg }) => [field, msg]));
}
