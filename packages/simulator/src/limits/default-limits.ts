/** Published calls per day of a new account, by path. See https://developers.weixin.qq.com/doc/offiaccount/Message_Management/API_Call_Limits.html */
export const PUBLISHED_PER_DAY: Readonly<Record<string, number>> = {
  '/cgi-bin/token': 2_000,
  '/cgi-bin/stable_token': 500_000,
  '/cgi-bin/message/template/send': 100_000,
  '/cgi-bin/message/subscribe/bizsend': 10_000_000,
  '/cgi-bin/message/custom/send': 500_000,
  '/cgi-bin/menu/create': 1_000,
  '/cgi-bin/menu/get': 10_000,
  '/cgi-bin/menu/delete': 1_000,
  '/cgi-bin/media/upload': 100_000,
  '/cgi-bin/media/get': 200_000,
  '/cgi-bin/qrcode/create': 100_000,
  '/cgi-bin/user/get': 500,
  '/cgi-bin/user/info': 5_000_000,
  '/cgi-bin/user/info/updateremark': 10_000,
};

/** Published calls per clock minute, by path. */
export const PUBLISHED_PER_MINUTE: Readonly<Record<string, number>> = {
  '/cgi-bin/stable_token': 10_000,
};

/** Endpoints without a published figure get this one: an assumption, large enough not to be in anybody's way. */
export const ASSUMED_PER_DAY = 1_000_000;
