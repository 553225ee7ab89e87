import { Button, formatDateTime, useText } from '@kituo/sdk';
import { change, paymentVisual } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { Answered, AskReason, merchantOptions, useAction, useDetail, useOptions, useRefreshOn } from '@kituo/sdk/page';
import { useState } from 'react';
import './payment-methods.css';

type Visual = ReplyOf<typeof paymentVisual.visual>;
type Method = Visual['methods'][number];

/** Which payment methods a merchant's customers see, and in what order. */
export function PaymentMethods() {
  const t = useText();
  const { options } = useOptions(merchantOptions);
  const [chosen, setChosen] = useState<string | null>(null);
  const merchantNo = chosen ?? options[0]?.value ?? null;
  const visual = useDetail(paymentVisual.visual, merchantNo === null ? null : { merchantNo });
  useRefreshOn('change', visual.refresh);
  return (
    <section className="al-methods-page" aria-label={t('methods.title')}>
      <h1>{t('methods.title')}</h1>
      <label className="al-methods-merchant">
        {t('field.merchantNo')}{' '}
        <select
          className="bp6-input"
          value={merchantNo ?? ''}
          onChange={(event) => {
            setChosen(event.target.value);
          }}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {merchantNo !== null && (
        <Answered detail={visual}>
          {(known) => <Order key={`${known.merchantNo} ${known.updatedAt}`} visual={known} refresh={visual.refresh} />}
        </Answered>
      )}
    </section>
  );
}

/** A method at another place; where it is taken beyond an end, the order stays. */
export function moved(methods: readonly Method[], from: number, to: number): readonly Method[] {
  const one = methods[from];
  if (one === undefined || methods[to] === undefined) return methods;
  const others = methods.filter((_, index) => index !== from);
  return [...others.slice(0, to), one, ...others.slice(to)];
}

function Order({ visual, refresh }: { readonly visual: Visual; readonly refresh: () => void }) {
  const t = useText();
  const { merchantNo, updatedAt, updatedByName } = visual;
  const [methods, setMethods] = useState<readonly Method[]>(visual.methods);
  const [dragged, setDragged] = useState<number | null>(null);
  const save = useAction({
    name: 'methodsSave',
    endpoint: paymentVisual.save,
    request: (_nothing: null, { reason }: { readonly reason: string }) => ({
      merchantNo,
      methods: methods.map(({ method, isShown }) => ({ method, isShown })),
      reason,
    }),
    list: { refresh },
    waitsIn: change.changeFamilies.paymentVisual,
  });
  const isChanged = methods.some(
    ({ method, isShown }, index) =>
      visual.methods[index]?.method !== method || visual.methods[index].isShown !== isShown,
  );
  const isNone = !methods.some(({ isShown, isOffered }) => isShown && isOffered);
  return (
    <div className="al-methods">
      <div>
        <ol className="al-methods-list" aria-label={t('methods.order')}>
          {methods.map((one, index) => (
            <li
              key={one.method}
              draggable={save.isPermitted}
              onDragStart={() => {
                setDragged(index);
              }}
              onDragOver={(event) => {
                event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) setMethods(moved(methods, dragged, index));
                setDragged(null);
              }}
            >
              <label>
                <input
                  type="checkbox"
                  checked={one.isShown}
                  disabled={!save.isPermitted}
                  onChange={(event) => {
                    const isShown = event.target.checked;
                    setMethods(methods.map((other) => (other === one ? { ...other, isShown } : other)));
                  }}
                />{' '}
                {t(`PAYMENT_METHOD.${one.method}`)}
              </label>
              {!one.isOffered && <span className="kp-muted">{t('methods.noAccount')}</span>}
              {save.isPermitted && (
                <span>
                  {([-1, 1] as const).map((by) => (
                    <Button
                      key={by}
                      size="small"
                      variant="minimal"
                      text={t(by < 0 ? 'methods.up' : 'methods.down')}
                      aria-label={`${t(by < 0 ? 'methods.up' : 'methods.down')}: ${t(`PAYMENT_METHOD.${one.method}`)}`}
                      disabled={methods[index + by] === undefined}
                      onClick={() => {
                        setMethods(moved(methods, index, index + by));
                      }}
                    />
                  ))}
                </span>
              )}
            </li>
          ))}
        </ol>
        {isNone && <p role="alert">{t('methods.none')}</p>}
        {visual.hasPending && <p role="status">{t('methods.pending')}</p>}
        {updatedAt !== null && (
          <p className="kp-muted">
            {updatedByName} · {formatDateTime(updatedAt)}
          </p>
        )}
        {save.isPermitted && (
          <Button
            intent="primary"
            text={save.label}
            disabled={!isChanged || isNone || visual.hasPending}
            onClick={() => {
              save.open(null);
            }}
          />
        )}
      </div>
      <Phone methods={methods} />
      <AskReason action={save}>
        <p>{methods.flatMap(({ method, isShown }) => (isShown ? [t(`PAYMENT_METHOD.${method}`)] : [])).join(' › ')}</p>
      </AskReason>
    </div>
  );
}

/** What a customer sees of it. */
function Phone({ methods }: { readonly methods: readonly Method[] }) {
  const t = useText();
  return (
    <aside className="al-methods-phone" aria-label={t('methods.preview')}>
      <strong>{t('methods.payWith')}</strong>
      <ul>
        {methods
          .filter(({ isShown, isOffered }) => isShown && isOffered)
          .map(({ method }) => (
            <li key={method}>{t(`PAYMENT_METHOD.${method}`)}</li>
          ))}
      </ul>
    </aside>
  );
}
