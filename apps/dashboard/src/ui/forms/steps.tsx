import { useEffect, useRef } from 'react';
import css from './steps.module.css';

/** The steps of a form. A later one gets the focus when it begins: the button that led to it is gone. */
export function Steps({ steps, at }: { steps: readonly string[]; at: number }) {
  const current = useRef<HTMLLIElement>(null);
  const begun = useRef(0);
  useEffect(() => {
    if (begun.current !== at) current.current?.focus();
    begun.current = at;
  }, [at]);
  return (
    <ol className={css['steps']} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          ref={index === at ? current : undefined}
          tabIndex={-1}
          className={css['step']}
          aria-current={index === at ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
