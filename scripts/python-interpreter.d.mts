export declare const testModules: readonly string[];
export declare const installModules: readonly string[];
export declare function findPython(modules: readonly string[]): string | undefined;
