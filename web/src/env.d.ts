/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module '*.po' {
  const texts: Record<string, string | readonly string[]>;
  export default texts;
}

declare module '*?sprite' {
  const symbols: string;
  export default symbols;
}

declare module '*.toml' {
  const data: unknown;
  export default data;
}
