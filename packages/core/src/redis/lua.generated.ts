// Made by scripts/embed-lua.mjs from lua/*.lua. Do not edit.
export const luaScripts = {
  'token-read': {
    sha1: '102eb496f0eae223f55e0cfe3e68adb66df5975b',
    source: "-- placeholder\nreturn 1\n",
  },
} as const;

export type LuaScriptName = keyof typeof luaScripts;
