// Written by scripts/stock-rows.mjs. Names and types of fields are facts of the platform, collected from open client
// libraries and checked by hand where the packages declare the endpoint. How a row is read: see stock-row.ts.
export const MP_ROWS = `
POST /cgi-bin/callback/check action,check_operator dns[{ip,real_operator}],ping[{ip,from_operator,package_loss,time}]
POST /cgi-bin/comment/close msg_data_id
POST /cgi-bin/comment/delete msg_data_id,user_comment_id
POST /cgi-bin/comment/list msg_data_id,begin,count,type comment[{user_comment_id:i,openid,content,comment_type:i,reply{content,create_time:i},create_time:i}],total:i
POST /cgi-bin/comment/markelect msg_data_id,user_comment_id
POST /cgi-bin/comment/open msg_data_id
POST /cgi-bin/comment/reply/add msg_data_id,user_comment_id,content
POST /cgi-bin/comment/reply/delete msg_data_id,user_comment_id
POST /cgi-bin/comment/unmarkelect msg_data_id,user_comment_id
GET /cgi-bin/customservice/getkflist  kf_list[{kf_id:i,kf_account,kf_nick,kf_headimgurl,kf_wx,kf_openid,invite_wx,invite_expire_time:i,invite_status}]
GET /cgi-bin/customservice/getonlinekflist  kf_online_list[{kf_id:i,kf_account,status:i,kf_openid,accepted_case:i}]
POST /cgi-bin/draft/add articles media_id
POST /cgi-bin/draft/batchget offset,count item[{media_id,content{news_item[{title,content,url}]},update_time:i}],item_count:i,total_count:i
GET /cgi-bin/draft/count  total_count:i
POST /cgi-bin/draft/delete media_id
POST /cgi-bin/draft/get media_id news_item[{thumb_media_id,title,author,digest,content_source_url,content,url,show_cover_pic:i,need_open_comment:i,only_fans_can_comment:i,article_type,image_info{},cover_info{},product_info{},thumb_url}]
POST /cgi-bin/draft/update media_id,index,articles
POST /cgi-bin/freepublish/batchget offset,count item[{article_id,content{news_item[{title,content,url,is_deleted:b}]},update_time:i}],item_count:i,total_count:i
POST /cgi-bin/freepublish/delete article_id
POST /cgi-bin/freepublish/get publish_id publish_id:l,publish_status:i,article_id,article_detail{count:i,item[{idx:i,article_url}]},fail_idx[:i]
POST /cgi-bin/freepublish/getarticle article_id news_item[{thumb_media_id,title,author,digest,content_source_url,content,url,show_cover_pic:i,need_open_comment:i,only_fans_can_comment:i,is_deleted:b,article_type,image_info{},cover_info{},product_info{},thumb_url}]
POST /cgi-bin/freepublish/submit media_id publish_id:l,msg_data_id:l
GET /cgi-bin/get_api_domain_ip  ip_list[]
GET /cgi-bin/get_current_autoreply_info  is_add_friend_reply_open:i,is_autoreply_open:i,add_friend_autoreply_info{type,content},message_default_autoreply_info{type,content},keyword_autoreply_info{list[{rule_name,reply_mode,create_time:i,keyword_list_info[{match_mode,type,content}],reply_list_info[{type}]}]}
GET /cgi-bin/get_current_selfmenu_info  is_menu_open:i,selfmenu_info{button[{name}]}
GET /cgi-bin/getcallbackip  ip_list[]
POST /cgi-bin/material/add_material type media_id,url
POST /cgi-bin/material/add_news articles media_id
POST /cgi-bin/material/batchget_material type,offset,count total_count:i,item_count:i,item[{media_id,name,url,content{update_time:i,create_time:i},update_time:i}]
POST /cgi-bin/material/del_material media_id
POST /cgi-bin/material/get_material media_id !
GET /cgi-bin/material/get_materialcount  voice_count:i,video_count:i,image_count:i,news_count:i
POST /cgi-bin/material/update_news media_id,index,articles
GET /cgi-bin/media/get media_id !
POST /cgi-bin/media/upload type type,media_id,created_at:i,thumb_media_id
POST /cgi-bin/media/uploadimg  url
POST /cgi-bin/media/uploadnews articles type,media_id,created_at:i
POST /cgi-bin/media/uploadvideo media_id type,media_id,created_at:i
POST /cgi-bin/menu/addconditional button,matchrule menuid:i
POST /cgi-bin/menu/create button
POST /cgi-bin/menu/delconditional menuid
GET /cgi-bin/menu/delete
GET /cgi-bin/menu/get  menu{button[{name}],menuid:i},conditionalmenu[{button[{name}],menuid:i,matchrule{}}]
POST /cgi-bin/menu/trymatch user_id button[{type,name,key,url,media_id,article_id,appid,pagepath,sub_button[{type,name}]}]
POST /cgi-bin/message/custom/send touser,msgtype
POST /cgi-bin/message/custom/typing touser,command
POST /cgi-bin/message/mass/delete msg_id
POST /cgi-bin/message/mass/get msg_id msg_id:l,msg_status
POST /cgi-bin/message/mass/preview msgtype
POST /cgi-bin/message/mass/send touser,msgtype msg_id:l,msg_data_id:l
POST /cgi-bin/message/mass/sendall filter,msgtype msg_id:l,msg_data_id:l
GET /cgi-bin/message/mass/speed/get  speed:i,realspeed:i
POST /cgi-bin/message/mass/speed/set speed
POST /cgi-bin/message/subscribe/bizsend touser,template_id,data
POST /cgi-bin/message/template/send touser,template_id,data msgid:l
POST /cgi-bin/message/template/subscribe touser,template_id,scene,title,data
POST /cgi-bin/openapi/quota/clear cgi_path
POST /cgi-bin/openapi/quota/get cgi_path quota{daily_limit:i,used:i,remain:i},rate_limit{call_count:i,refresh_second:i},component_rate_limit{call_count:i,refresh_second:i}
POST /cgi-bin/openapi/rid/get rid request{request_url,request_body,response_body,invoke_time:i,cost_in_ms:i,client_ip}
POST /cgi-bin/qrcode/create action_name,action_info expire_seconds:i,ticket,url
POST /cgi-bin/shorten/fetch short_key expire_seconds:i,long_data,create_time:i
POST /cgi-bin/shorten/gen expire_seconds,long_data short_key
POST /cgi-bin/shorturl action,long_url short_url
GET /cgi-bin/showqrcode ticket !
POST /cgi-bin/tags/create tag tag{id:i,name}
POST /cgi-bin/tags/delete tag
GET /cgi-bin/tags/get  tags[{id:i,name,count:i}]
POST /cgi-bin/tags/getidlist openid tagid_list[:i]
POST /cgi-bin/tags/members/batchblacklist openid_list
POST /cgi-bin/tags/members/batchtagging openid_list,tagid
POST /cgi-bin/tags/members/batchunblacklist openid_list
POST /cgi-bin/tags/members/batchuntagging openid_list,tagid
POST /cgi-bin/tags/members/getblacklist  total:i,count:i,data{openid[]},next_openid
POST /cgi-bin/tags/update tag
POST /cgi-bin/template/api_add_template template_id_short,keyword_name_list template_id
POST /cgi-bin/template/api_set_industry industry_id1,industry_id2
POST /cgi-bin/template/del_private_template template_id
GET /cgi-bin/template/get_all_private_template  template_list[{template_id,title,primary_industry,deputy_industry,content,example}]
GET /cgi-bin/template/get_industry  primary_industry{first_class,second_class},secondary_industry{first_class,second_class}
GET /cgi-bin/ticket/getticket type ticket,expires_in:i
GET /cgi-bin/user/get  total:i,count:i,data{openid[]},next_openid
GET /cgi-bin/user/info openid openid,unionid,nickname,sex:i,country,province,city,language,headimgurl,subscribe:i,subscribe_time:i,subscribe_scene,remark,groupid:i,tagid_list[:i],qr_scene:i,qr_scene_str
POST /cgi-bin/user/info/batchget user_list user_info_list[{openid,unionid,nickname,sex:i,country,province,city,language,headimgurl,subscribe:i,subscribe_time:i,subscribe_scene,remark,groupid:i,tagid_list[:i],qr_scene:i,qr_scene_str}]
POST /cgi-bin/user/info/updateremark openid,remark
POST /cgi-bin/user/tag/get tagid count:i,data{openid[]},next_openid
GET /connect/oauth2/authorize appid,redirect_uri,response_type,scope
POST /customservice/kfaccount/add kf_account,nickname
POST /customservice/kfaccount/del kf_account
POST /customservice/kfaccount/inviteworker kf_account,invite_wx
POST /customservice/kfaccount/update kf_account,nickname
POST /customservice/kfaccount/uploadheadimg kf_account
POST /customservice/kfsession/close kf_account,openid
POST /customservice/kfsession/create kf_account,openid
GET /customservice/kfsession/getsession openid kf_account,createtime:i
GET /customservice/kfsession/getsessionlist kf_account sessionlist[{openid,createtime:i}]
GET /customservice/kfsession/getwaitcase  count:i,waitcaselist[{openid,latest_time:i}]
POST /customservice/msgrecord/getmsglist starttime,endtime,msgid,number msgid:l,number:i,recordlist[{openid,worker,opercode:i,text,time:i}]
POST /datacube/getarticlesummary begin_date,end_date list[{ref_date,msgid,title,int_page_read_user:i,int_page_read_count:i,ori_page_read_user:i,ori_page_read_count:i,share_user:i,share_count:i,add_to_fav_user:i,add_to_fav_count:i}]
POST /datacube/getarticletotal begin_date,end_date list[{ref_date,msgid,title,details[{stat_date,target_user:i,int_page_read_user:i,int_page_read_count:i,ori_page_read_user:i,ori_page_read_count:i,share_user:i,share_count:i,add_to_fav_user:i,add_to_fav_count:i,int_page_from_session_read_user:i,int_page_from_session_read_count:i,int_page_from_hist_msg_read_user:i,int_page_from_hist_msg_read_count:i,int_page_from_feed_read_user:i,int_page_from_feed_read_count:i,int_page_from_friends_read_user:i,int_page_from_friends_read_count:i,int_page_from_other_read_user:i,int_page_from_other_read_count:i,feed_share_from_session_user:i,feed_share_from_session_cnt:i,feed_share_from_feed_user:i,feed_share_from_feed_cnt:i,feed_share_from_other_user:i,feed_share_from_other_cnt:i}]}]
POST /datacube/getcardbizuininfo begin_date,end_date,cond_source list[{ref_date,view_cnt:i,view_user:i,receive_cnt:i,receive_user:i,verify_cnt:i,verify_user:i,given_cnt:i,given_user:i,expire_cnt:i,expire_user:i}]
POST /datacube/getcardcardinfo begin_date,end_date,cond_source list[{ref_date,view_cnt:i,view_user:i,receive_cnt:i,receive_user:i,verify_cnt:i,verify_user:i,given_cnt:i,given_user:i,expire_cnt:i,expire_user:i,card_id,card_type:i}]
POST /datacube/getcardmembercarddetail begin_date,end_date,card_id list[{ref_date,view_cnt:i,view_user:i,receive_cnt:i,receive_user:i,verify_cnt:i,verify_user:i,active_cnt:i,active_user:i,total_user:i,total_receive_user:i,cardid,merchanttype:i,submerchantid:i,new_user:i,payOriginalFee:i,fee:i}]
POST /datacube/getcardmembercardinfo begin_date,end_date,cond_source list[{ref_date,view_cnt:i,view_user:i,receive_cnt:i,receive_user:i,verify_cnt:i,verify_user:i,active_cnt:i,active_user:i,total_user:i,total_receive_user:i}]
POST /datacube/getinterfacesummary begin_date,end_date list[{ref_date,callback_count:i,fail_count:i,total_time_cost:i,max_time_cost:i}]
POST /datacube/getinterfacesummaryhour begin_date,end_date list[{ref_date,callback_count:i,fail_count:i,total_time_cost:i,max_time_cost:i,ref_hour:i}]
POST /datacube/getupstreammsg begin_date,end_date list[{ref_date,msg_type:i,msg_user:i,msg_count:i}]
POST /datacube/getupstreammsgdist begin_date,end_date list[{ref_date,count_interval:i,msg_user:i}]
POST /datacube/getupstreammsgdistmonth begin_date,end_date list[{ref_date,count_interval:i,msg_user:i}]
POST /datacube/getupstreammsgdistweek begin_date,end_date list[{ref_date,count_interval:i,msg_user:i}]
POST /datacube/getupstreammsghour begin_date,end_date list[{ref_date,msg_type:i,msg_user:i,msg_count:i,ref_hour:i}]
POST /datacube/getupstreammsgmonth begin_date,end_date list[{ref_date,msg_type:i,msg_user:i,msg_count:i}]
POST /datacube/getupstreammsgweek begin_date,end_date list[{ref_date,msg_type:i,msg_user:i,msg_count:i}]
POST /datacube/getusercumulate begin_date,end_date list[{ref_date,cumulate_user:i}]
POST /datacube/getuserread begin_date,end_date list[{ref_date,user_source:i,int_page_read_user:i,int_page_read_count:i,ori_page_read_user:i,ori_page_read_count:i,share_user:i,share_count:i,add_to_fav_user:i,add_to_fav_count:i}]
POST /datacube/getuserreadhour begin_date,end_date list[{ref_date,user_source:i,int_page_read_user:i,int_page_read_count:i,ori_page_read_user:i,ori_page_read_count:i,share_user:i,share_count:i,add_to_fav_user:i,add_to_fav_count:i,ref_hour:i}]
POST /datacube/getusershare begin_date,end_date list[{ref_date,share_scene:i,share_user:i,share_count:i}]
POST /datacube/getusersharehour begin_date,end_date list[{ref_date,share_scene:i,share_user:i,share_count:i,ref_hour:i}]
POST /datacube/getusersummary begin_date,end_date list[{ref_date,user_source:i,new_user:i,cancel_user:i}]
POST /wxaapi/newtmpl/addtemplate tid,kidList priTmplId
POST /wxaapi/newtmpl/deltemplate priTmplId
GET /wxaapi/newtmpl/getcategory  data[{id:i,name}]
GET /wxaapi/newtmpl/getpubtemplatekeywords tid data[{kid:i,name,example,rule}]
GET /wxaapi/newtmpl/getpubtemplatetitles ids,start,limit data[{tid:i,title,type:i,categoryId:i}],count:i
GET /wxaapi/newtmpl/gettemplate  data[{priTmplId,title,content,type:i,example,keywordEnumValueList[{keywordCode,enumValueList[]}]}]
`;
