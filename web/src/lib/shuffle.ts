/** What this device contributes to the seed of a shuffle: 32 random bytes (docs/security.md). */
export function freshShare(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
