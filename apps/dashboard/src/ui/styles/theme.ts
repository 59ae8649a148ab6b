import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Indigo for links, focus and selection; light to dark, as Mantine orders them. */
const accent: MantineColorsTuple = [
  '#eef0ff',
  '#e0e3ff',
  '#c7ccff',
  '#a8adff',
  '#8b8cfb',
  '#6f6bf2',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#2e2a7f',
];

/** The greys of the dark scheme, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#ecedf0',
  '#c3c5cc',
  '#a3a6b0',
  '#6d707b',
  '#34363d',
  '#292b31',
  '#1e2024',
  '#131417',
  '#0f1012',
  '#0b0c0e',
];

/** Primary buttons are dark on light or light on dark; destructive ones are red. */
const variantColorResolver: VariantColorsResolver = (input) => {
  if (input.variant === 'filled' && (input.color === undefined || input.color === input.theme.primaryColor)) {
    return {
      background: 'var(--ink)',
      hover: 'var(--ink-hover)',
      color: 'var(--on-ink)',
      border: '1px solid transparent',
    };
  }
  if (input.variant === 'filled' && input.color === 'red') {
    return { background: '#c92a2e', hover: '#b02226', color: '#fff', border: '1px solid transparent' };
  }
  if (input.variant === 'light' && (input.color === 'red' || input.color === 'green')) {
    const tone = input.color === 'red' ? 'bad' : 'good';
    const ground = `var(--${tone}-ground)`;
    return { background: ground, hover: ground, color: `var(--${tone})`, border: '1px solid transparent' };
  }
  return defaultVariantColorsResolver(input);
};

/** Mantine's variables in our colours. Every pair of text and background has a contrast of at least 4.5 (WCAG AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default': 'var(--fill)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-text': '#1b1c20',
    '--mantine-color-dimmed': '#5d606c',
    '--mantine-color-placeholder': '#6b6e7a',
    '--mantine-color-default-border': '#dcdde3',
    '--mantine-color-anchor': '#4338ca',
    '--mantine-color-error': '#c02428',
    '--mantine-color-red-6': '#c02428',
    '--mantine-color-disabled': '#f1f1f4',
    '--mantine-color-disabled-color': '#6b6e7a',
  },
  dark: {
    '--mantine-color-body': '#131417',
    '--mantine-color-default': 'var(--fill)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-text': '#ecedf0',
    '--mantine-color-dimmed': '#a3a6b0',
    '--mantine-color-placeholder': '#9194a0',
    '--mantine-color-default-border': '#34363d',
    '--mantine-color-anchor': '#a8adff',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-disabled': '#1e2024',
    '--mantine-color-disabled-color': '#9194a0',
  },
});

/** The theme: dense, in Inter (`font.css`). */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  colors: { accent, dark },
  variantColorResolver,
  // The fonts of the system follow for the letters that Inter lacks.
  fontFamily:
    '"Inter Variable", "Inter Fallback", "Inter Fallback Roboto", ui-sans-serif, system-ui, "Segoe UI", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, "Cascadia Mono", Consolas, "Liberation Mono", monospace',
  // The steps of `type.css`.
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '22px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  headings: { fontWeight: '600' },
  components: {
    // Set explicitly: the hover colour is only taken from an explicit variant.
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    InputLabel: { defaultProps: { mb: 3 } },
    InputDescription: { defaultProps: { fz: 12, mb: 3 } },
    InputError: { defaultProps: { fz: 12 } },
    Modal: { defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.45 }, padding: 'lg' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, color: 'dark.6', fz: 12 } },
    // The placeholder is a focusable child that a menu must not have (ARIA 1.2, `menu`): the first item gets the focus.
    Menu: { defaultProps: { radius: 'md', shadow: 'md', withInitialFocusPlaceholder: false } },
    Badge: { defaultProps: { radius: 'sm', tt: 'none', fw: 500, variant: 'light' } },
  },
});
