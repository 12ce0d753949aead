/** The part of subset-font that the build uses; the package brings no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    keepFeatures: readonly string[];
    noHinting: boolean;
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
