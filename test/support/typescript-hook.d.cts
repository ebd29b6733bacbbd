/** Files with the source maps of compiled files, by the paths of their sources. */
export declare const sourceMaps: ReadonlyMap<string, string>
