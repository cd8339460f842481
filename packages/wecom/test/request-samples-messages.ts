const said = { content: '您好' };
const mediaId = { media_id: 'MEDIA-ID-1' };
const file = (filename: string) => ({
  content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  filename,
});

const notice = {
  source: { icon_url: 'https://example.com/i.png', desc: '企业微信', desc_color: 1 },
  action_menu: { desc: '操作', action_list: [{ text: '接收推送', key: 'accept' }] },
  main_title: { title: '欢迎使用', desc: '您的好友正在邀请您' },
  quote_area: { type: 1, url: 'https://example.com/', title: '标题', quote_text: '引用' },
  emphasis_content: { title: '100', desc: '核心数据' },
  sub_title_text: '下载',
  horizontal_content_list: [
    { keyname: '邀请人', value: '张三' },
    { type: 1, keyname: '官网', value: '点击访问', url: 'https://example.com/' },
    { type: 3, keyname: '员工信息', value: '点击查看', userid: 'zhangsan' },
  ],
  jump_list: [{ type: 2, title: '小程序', appid: 'wx0000000000000002', pagepath: 'pages/index' }],
  card_action: { type: 2, appid: 'wx0000000000000002', pagepath: 'pages/index?a=1' },
};

const cards = [
  { ...notice, card_type: 'text_notice', task_id: 'task-1' },
  {
    card_type: 'news_notice',
    main_title: { title: '标题' },
    card_image: { url: 'https://example.com/a.png', aspect_ratio: 1.3 },
    image_text_area: {
      type: 1,
      url: 'https://example.com/',
      title: '左图',
      image_url: 'https://example.com/b.png',
    },
    vertical_content_list: [{ title: '惊喜', desc: '红包' }],
    card_action: { type: 1, url: 'https://example.com/' },
  },
  {
    card_type: 'button_interaction',
    main_title: { title: '请假' },
    task_id: 'task-2',
    button_selection: {
      question_key: 'q1',
      title: '天数',
      option_list: [{ id: '1', text: '一天' }],
      selected_id: '1',
    },
    button_list: [
      { text: '同意', style: 1, key: 'yes' },
      { type: 1, text: '详情', url: 'https://example.com/' },
    ],
  },
  {
    card_type: 'vote_interaction',
    main_title: { title: '投票' },
    task_id: 'task-3',
    checkbox: { question_key: 'q1', mode: 1, option_list: [{ id: '1', text: '选项', is_checked: true }] },
    submit_button: { text: '提交', key: 'submit' },
  },
  {
    card_type: 'multiple_interaction',
    main_title: { title: '多选' },
    task_id: 'task-4',
    select_list: [{ question_key: 'q1', title: '标签', option_list: [{ id: '1', text: '选项' }] }],
    submit_button: { text: '提交', key: 'submit' },
  },
];

const contents = [
  { msgtype: 'text', text: said, safe: 0, enable_id_trans: 0, enable_duplicate_check: 0 },
  { msgtype: 'image', image: mediaId, safe: 1 },
  { msgtype: 'voice', voice: mediaId },
  { msgtype: 'video', video: { ...mediaId, title: '标题', description: '描述' } },
  { msgtype: 'file', file: mediaId },
  {
    msgtype: 'textcard',
    textcard: {
      title: '领奖',
      description: '<div class="gray">2026年</div>',
      url: 'https://example.com/',
      btntxt: '更多',
    },
  },
  {
    msgtype: 'news',
    news: {
      articles: [
        {
          title: '中秋',
          description: '公司',
          url: 'https://example.com/',
          picurl: 'https://example.com/p.png',
        },
        { title: '小程序', appid: 'wx0000000000000002', pagepath: 'pages/index' },
      ],
    },
  },
  {
    msgtype: 'mpnews',
    mpnews: {
      articles: [
        {
          title: '标题',
          thumb_media_id: 'MEDIA-ID-1',
          author: '作者',
          content_source_url: 'https://example.com/',
          content: '<p>内容</p>',
          digest: '描述',
        },
      ],
    },
    safe: 2,
  },
  { msgtype: 'markdown', markdown: { content: '您的会议室**已经预定**\n>`详情`' } },
  {
    msgtype: 'miniprogram_notice',
    miniprogram_notice: {
      appid: 'wx0000000000000002',
      page: 'pages/index?userid=zhangsan',
      title: '会议室预订成功',
      description: '4月27日',
      emphasis_first_item: true,
      content_item: [{ key: '会议室', value: '402' }],
    },
  },
  ...cards.map((template_card) => ({ msgtype: 'template_card', template_card })),
];

/** Requests for each endpoint about messages, files and logins, in the shape of the official pages. */
export const messageRequestSamples: Readonly<Record<string, object | readonly object[]>> = {
  'message.send': [
    ...contents.map((content) => ({ touser: 'zhangsan|lisi', toparty: '1|2', totag: '1', ...content })),
    { touser: '@all', msgtype: 'text', text: said, agentid: 1_000_001, duplicate_check_interval: 600 },
  ],
  'message.updateTemplateCard': [
    {
      userids: ['zhangsan'],
      partyids: [1],
      tagids: [1],
      atall: 0,
      response_code: 'CODE-1',
      button: { replace_name: '已同意' },
    },
    { response_code: 'CODE-1', template_card: { ...cards[2], replace_text: '已提交' } },
  ],
  'message.recall': { msgid: 'MSGID-1' },
  'message.statistics': [{}, { time_type: 1 }],
  'media.upload': [
    { type: 'image', media: file('图.png') },
    { type: 'voice', media: file('声.amr') },
    { type: 'video', media: file('影.MP4') },
    { type: 'file', media: { ...file('无后缀'), contentType: 'text/plain' } },
  ],
  'media.get': { media_id: 'MEDIA-ID-1' },
  'media.uploadImage': { media: file('图.jpg') },
  'media.uploadByUrl': {
    scene: 1,
    type: 'video',
    filename: 'video.mp4',
    url: 'https://example.com/a.mp4?x=1&y=2',
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
  },
  'media.uploadByUrlResult': { jobid: 'JOB-1' },
  'auth.getUserInfo': { code: 'CODE-1' },
  'auth.getUserDetail': { user_ticket: 'USER-TICKET-1' },
  'auth.code2Session': [{ js_code: 'CODE-1' }, { js_code: 'CODE-2', grant_type: 'authorization_code' }],
  'auth.getApiDomainIp': {},
  'auth.getCallbackIp': {},
  'jsSdk.getTicket': {},
  'jsSdk.getAgentTicket': { type: 'agent_config' },
  'token.get': { corpid: 'ww0000000000000001', corpsecret: 'CORPSECRET0000000000000000000000000000001' },
};

/** The same for group robots. */
export const robotRequestSamples: Readonly<Record<string, object | readonly object[]>> = {
  'robot.send': [
    {
      msgtype: 'text',
      text: { ...said, mentioned_list: ['zhangsan', '@all'], mentioned_mobile_list: ['13800000000'] },
    },
    { msgtype: 'markdown', markdown: { content: '**告警** <font color="warning">3</font>' } },
    { msgtype: 'markdown_v2', markdown_v2: { content: '# 告警\n| a | b |\n|---|---|\n| 1 | 2 |' } },
    { msgtype: 'image', image: { base64: 'iVBORw0K', md5: '8eece9cc616084e69299f7f1a53a6404' } },
    {
      msgtype: 'news',
      news: {
        articles: [
          {
            title: '中秋',
            description: '礼品',
            url: 'https://example.com/',
            picurl: 'https://example.com/p.png',
          },
        ],
      },
    },
    { msgtype: 'file', file: mediaId },
    { msgtype: 'voice', voice: mediaId },
    ...cards.slice(0, 2).map((template_card) => ({ msgtype: 'template_card', template_card })),
  ],
  'robot.upload': [
    { type: 'file', media: file('日志.txt') },
    { type: 'voice', media: file('声.amr') },
  ],
};
