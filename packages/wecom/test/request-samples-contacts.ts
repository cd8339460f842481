const openKfid = 'wkOPENKFID0000000000000000001';
const customer = 'wmEXTERNAL0000000000000000001';

const said = (content: string) => ({ text: { content } });

/** A request for each endpoint about people and apps, in the shape of the official pages. */
export const contactRequestSamples: Readonly<Record<string, object>> = {
  'user.create': {
    userid: 'zhangsan',
    name: '张三',
    alias: 'zs',
    mobile: '+86 13800000000',
    department: [1, 2],
    order: [10, 40],
    position: '工程师',
    gender: '1',
    email: 'zhangsan@example.com',
    is_leader_in_dept: [1, 0],
    direct_leader: ['lisi'],
    main_department: 1,
    enable: 1,
    to_invite: true,
    extattr: {
      attrs: [
        { type: 0, name: '工号', text: { value: '1001' } },
        { type: 1, name: '主页', web: { url: 'https://example.com/?a=1&b=2', title: '主页' } },
      ],
    },
    external_profile: {
      external_corp_name: '示例',
      wechat_channels: { nickname: '视频号', status: 1 },
      external_attr: [
        { type: 2, name: '小程序', miniprogram: { appid: 'wx1', pagepath: '/index', title: '展示' } },
      ],
    },
  },
  'user.get': { userid: 'zhangsan' },
  'user.update': { userid: 'zhangsan', name: '张三丰', biz_mail_alias: { item: ['z3@example.com'] } },
  'user.delete': { userid: 'zhangsan' },
  'user.batchDelete': { useridlist: ['zhangsan', 'lisi'] },
  'user.simpleList': { department_id: 1, fetch_child: 0 },
  'user.list': { department_id: 1 },
  'user.listIds': { cursor: 'CURSOR-1', limit: 10_000 },
  'user.convertToOpenid': { userid: 'zhangsan' },
  'user.convertToUserid': { openid: 'oOPENID0000000000000000000001' },
  'user.idByMobile': { mobile: '13800000000' },
  'user.idByEmail': { email: 'zhangsan@example.com', email_type: 1 },
  'user.confirm': { userid: 'zhangsan' },
  'user.invite': { user: ['zhangsan'], party: [1], tag: [2] },
  'user.activeCount': { date: '2026-01-31' },
  'user.joinQrcode': { size_type: 1 },

  'department.create': { name: '广州研发中心', name_en: 'RDGZ', parentid: 1, order: 1, id: 2 },
  'department.update': { id: 2, name: '研发', parentid: 1, order: 2 },
  'department.delete': { id: 2 },
  'department.list': { id: 1 },
  'department.simpleList': {},
  'department.get': { id: 2 },

  'tag.create': { tagname: 'UI', tagid: 12 },
  'tag.update': { tagid: 12, tagname: 'UI design' },
  'tag.delete': { tagid: 12 },
  'tag.get': { tagid: 12 },
  'tag.addUsers': { tagid: 12, userlist: ['zhangsan', 'lisi'], partylist: [4] },
  'tag.removeUsers': { tagid: 12, userlist: ['zhangsan'] },
  'tag.list': {},

  'appChat.create': { name: '项目', owner: 'zhangsan', userlist: ['zhangsan', 'lisi'], chatid: 'CHAT1' },
  'appChat.update': {
    chatid: 'CHAT1',
    owner: 'lisi',
    add_user_list: ['wangwu'],
    del_user_list: ['zhangsan'],
  },
  'appChat.get': { chatid: 'CHAT1' },
  'appChat.send': {
    chatid: 'CHAT1',
    msgtype: 'news',
    news: { articles: [{ title: '中秋节', description: '今年', url: 'https://example.com/', picurl: '' }] },
    safe: 0,
  },

  'agent.get': { agentid: 1_000_002 },
  'agent.list': {},
  'agent.set': { agentid: 1_000_002, name: '财经助手', report_location_flag: 0, isreportenter: 0 },
  'agent.setWorkbenchTemplate': {
    agentid: 1_000_002,
    type: 'keydata',
    keydata: {
      items: [{ key: '待审批', data: '2', jump_url: 'https://example.com/', pagepath: 'pages/index' }],
    },
    replace_user_data: true,
  },
  'agent.getWorkbenchTemplate': { agentid: 1_000_002 },
  'agent.setWorkbenchData': {
    agentid: 1_000_002,
    userid: 'zhangsan',
    type: 'list',
    list: { items: [{ title: '智慧校园新版设计', jump_url: 'https://example.com/' }] },
  },
  'agent.batchSetWorkbenchData': {
    agentid: 1_000_002,
    userid_list: ['zhangsan', 'lisi'],
    data: { type: 'webview', webview: { url: 'https://example.com/', height: 'single_row' } },
  },

  'menu.create': {
    agentid: 1_000_002,
    button: [
      { type: 'click', name: '今日歌曲', key: 'V1001_TODAY_MUSIC' },
      {
        name: '菜单',
        sub_button: [
          { type: 'view', name: '搜索', url: 'https://example.com/?a=1&b=2', sub_button: [] },
          { type: 'view_miniprogram', name: '小程序', pagepath: 'pages/lunar/index', appid: 'wx1' },
        ],
      },
    ],
  },
  'menu.get': { agentid: 1_000_002 },
  'menu.delete': { agentid: 1_000_002 },

  'kf.addAccount': { name: '新建的客服账号', media_id: 'MEDIA-1' },
  'kf.deleteAccount': { open_kfid: openKfid },
  'kf.updateAccount': { open_kfid: openKfid, name: '客服', media_id: 'MEDIA-2' },
  'kf.listAccounts': { offset: 0, limit: 100 },
  'kf.addContactWay': { open_kfid: openKfid, scene: '12345' },
  'kf.addServicers': { open_kfid: openKfid, userid_list: ['zhangsan'], department_id_list: [2] },
  'kf.removeServicers': { open_kfid: openKfid, userid_list: ['zhangsan'] },
  'kf.listServicers': { open_kfid: openKfid },
  'kf.send': { touser: customer, open_kfid: openKfid, msgtype: 'text', text: { content: '您好' } },
  'kf.sendOnEvent': {
    code: 'CODE-1',
    msgtype: 'msgmenu',
    msgmenu: {
      head_content: '您对本次服务是否满意呢? ',
      list: [
        { type: 'click', click: { id: '101', content: '满意' } },
        { type: 'view', view: { url: 'https://example.com/', content: '点击跳转' } },
        { type: 'miniprogram', miniprogram: { appid: 'wx1', pagepath: 'pages/index', content: '小程序' } },
        { type: 'text', text: { content: '纯文本', no_newline: 0 } },
      ],
      tail_content: '欢迎再次光临',
    },
  },
  'kf.syncMessages': {
    cursor: 'CURSOR-1',
    token: 'EVENT-TOKEN-1',
    limit: 1000,
    voice_format: 0,
    open_kfid: openKfid,
  },
  'kf.customers': { external_userid_list: [customer], need_enter_session_context: 0 },
  'kf.getState': { open_kfid: openKfid, external_userid: customer },
  'kf.changeState': {
    open_kfid: openKfid,
    external_userid: customer,
    service_state: 3,
    servicer_userid: 'zhangsan',
  },
  'kf.upgrade': {
    open_kfid: openKfid,
    external_userid: customer,
    type: 1,
    member: { userid: 'zhangsan', wording: '你好，我是专属客服' },
  },
  'kf.cancelUpgrade': { open_kfid: openKfid, external_userid: customer },
  'kf.upgradeConfig': {},
  'kf.corpStatistics': { open_kfid: openKfid, start_time: 1_767_225_600, end_time: 1_767_312_000 },
  'kf.servicerStatistics': {
    open_kfid: openKfid,
    servicer_userid: 'zhangsan',
    start_time: 1_767_225_600,
    end_time: 1_767_312_000,
  },
  'kf.addKnowledgeGroup': { name: '分组名' },
  'kf.deleteKnowledgeGroup': { group_id: 'GROUP-1' },
  'kf.updateKnowledgeGroup': { group_id: 'GROUP-1', name: '分组' },
  'kf.listKnowledgeGroups': { cursor: 'CURSOR-1', limit: 100 },
  'kf.addIntent': {
    group_id: 'GROUP-1',
    question: said('主问题'),
    similar_questions: { items: [said('相似问题1')] },
    answers: [{ ...said('问题的回复'), attachments: [{ msgtype: 'image', image: { media_id: 'MEDIA-1' } }] }],
  },
  'kf.deleteIntent': { intent_id: 'INTENT-1' },
  'kf.updateIntent': { intent_id: 'INTENT-1', question: said('主问题') },
  'kf.listIntents': { group_id: 'GROUP-1', limit: 100 },
};
