import { Text } from '@mantine/core';
import css from './temperature-field.module.css';

interface TemperatureFieldProps {
  value?: number;
  onChange?: (value: number) => void;
  error?: React.ReactNode;
  disabled?: boolean;
}

/** Describes a temperature. */
function effectOf(temperature: number): string {
  if (temperature <= 0.2) return 'Nearly the same reply each time: for facts and instructions.';
  if (temperature <= 0.6) return 'Consistent, with some variation in wording.';
  if (temperature <= 0.8) return 'Varied and natural: for conversation.';
  return 'Creative, and sometimes off topic.';
}

/** The temperature, with labels for both ends. */
export function TemperatureField({ value = 0.7, onChange, error, disabled = false }: TemperatureFieldProps) {
  const isWrong = error !== undefined && error !== null;
  return (
    <div>
      <div className={css['label']}>
        <span id="temperature-label">Temperature</span>
        <output>{value.toFixed(2).replace(/0$/, '')}</output>
      </div>
      <input
        type="range"
        className={css['slider']}
        min={0}
        max={1}
        step={0.05}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange?.(currentTarget.valueAsNumber)}
        aria-labelledby="temperature-label"
        aria-invalid={isWrong}
        style={{ '--part': `${value * 100}%` } as React.CSSProperties}
      />
      <div className={css['ends']}>
        <span>0 predictable</span>
        <span>1 inventive</span>
      </div>
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {effectOf(value)}
      </Text>
      {isWrong && (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </div>
  );
}
