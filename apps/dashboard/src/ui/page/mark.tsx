/** The logo. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#4f46e5" />
      <path
        fill="#fff"
        d="M8 12.5A4.5 4.5 0 0 1 12.5 8h7a4.5 4.5 0 0 1 4.5 4.5v4a4.5 4.5 0 0 1-4.5 4.5H15l-4.5 3.5v-3.9A4.5 4.5 0 0 1 8 16.5z"
      />
    </svg>
  );
}
