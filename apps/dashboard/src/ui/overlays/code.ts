/** The parts of the library that open over a page: one chunk, which no page needs for its first paint. */
// biome-ignore lint/performance/noBarrelFile: the chunk is made of what this file names.
export { Autocomplete, Menu, Popover, Select, TagsInput, Tooltip } from '@mantine/core';
