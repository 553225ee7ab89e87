import { InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { jsonFault } from '../../contracts/platform/json-fault.ts';
import { apiLanguage } from '../../i18n/language-code.ts';
import { session$ } from '../../session/session-store.ts';
import { useValue } from '../../state/store.ts';
import { useKitText } from '../platform.ts';
import type { FieldCheck } from './field-checks.ts';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-frame.tsx';

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}

/** The languages texts are written in, each once, in their order: variants share the texts of their base. */
function useWrittenLanguages(): readonly { readonly code: string; readonly name: string }[] {
  const { languages } = useValue(session$);
  const byCode = new Map<string, string>();
  for (const { languageCode, languageName } of languages) {
    const code = apiLanguage(languageCode);
    if (!byCode.has(code)) byCode.set(code, languageName);
  }
  return [...byCode].map(([code, name]) => ({ code, name }));
}

/**
 * One text in every enabled language, `{en: 'Frozen', zh: '已冻结'}`; an emptied language is left out, and
 * readers of it then see English. `rows` draws text areas that high, for texts of several lines.
 */
export function LanguagesField<Name extends string>(
  props: FieldProps<Name> & { readonly maxLength?: number; readonly rows?: number },
) {
  const languages = useWrittenLanguages();
  return (
    <FieldFrame
      {...props}
      isGroup
      draw={({ label, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => {
        const texts = textsOf(value);
        return (
          <div className="kp-languages">
            {languages.map(({ code, name }) => {
              const change = (typed: string): void => {
                const { [code]: _replaced, ...others } = texts;
                onChange(typed === '' ? others : { ...others, [code]: typed });
              };
              const shared = {
                'aria-label': `${label}: ${name}`,
                'aria-invalid': isInvalid,
                ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
                ...(props.maxLength !== undefined && { maxLength: props.maxLength }),
                disabled: isDisabled,
                autoComplete: 'off',
                lang: code,
                value: texts[code] ?? '',
                onBlur,
              };
              if (props.rows === undefined)
                return (
                  <InputGroup
                    key={code}
                    {...shared}
                    leftElement={<span className="kp-currency">{name}</span>}
                    onValueChange={change}
                  />
                );
              return (
                <div key={code} className="kp-language-text">
                  <span className="kp-muted">{name}</span>
                  <textarea
                    {...shared}
                    rows={props.rows}
                    className="bp6-input bp6-fill"
                    onChange={({ target }) => {
                      change(target.value);
                    }}
                  />
                </div>
              );
            })}
          </div>
        );
      }}
    />
  );
}

/** JSON as text; what is no JSON is said with its line and column. An emptied optional field is null. */
export function JsonField<Name extends string>(props: FieldProps<Name> & { readonly rows?: number }) {
  const kit = useKitText();
  const [check] = useState<FieldCheck>(() => (value: unknown) => {
    if (typeof value !== 'string' || value.trim() === '') return null;
    const place = jsonFault(value);
    return place && kit('message.json', { line: place.line, column: place.column });
  });
  return (
    <FieldFrame
      {...props}
      check={check}
      draw={({ id, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => (
        <textarea
          id={id}
          rows={props.rows ?? 8}
          className="bp6-input bp6-fill kp-json"
          spellCheck={false}
          disabled={isDisabled}
          aria-invalid={isInvalid}
          aria-describedby={describedBy}
          value={typeof value === 'string' ? value : ''}
          onBlur={onBlur}
          onChange={(event) => {
            const typed = event.target.value;
            onChange(typed === '' && props.isOptional === true ? null : typed);
          }}
        />
      )}
    />
  );
}
