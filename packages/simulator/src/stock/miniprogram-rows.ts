// Written by scripts/stock-rows.mjs. Names and types of fields are facts of the platform, collected from open client
// libraries and checked by hand where the packages declare the endpoint. How a row is read: see stock-row.ts.
export const MINIPROGRAM_ROWS = `
POST /cgi-bin/business/get  business_info{business_id:i,account_name,nickname,icon_url}
POST /cgi-bin/business/list offset,count list[{business_id:i,account_name,nickname,icon_url}]
POST /cgi-bin/business/register account_name,nickname,icon_media_id business_id:i
POST /cgi-bin/business/update business_id
GET /cgi-bin/customservice/getkflist  kf_list[{kf_id:i,kf_account,kf_nick,kf_headimgurl,kf_wx,kf_openid,invite_wx,invite_expire_time:i,invite_status}]
GET /cgi-bin/customservice/getonlinekflist  kf_online_list[{kf_id:i,kf_account,status:i,kf_openid,accepted_case:i}]
GET /cgi-bin/media/get media_id !
GET /cgi-bin/media/getfeedbackmedia record_id,media_id !
POST /cgi-bin/media/upload type type,media_id,created_at:i,thumb_media_id
POST /cgi-bin/message/custom/business/send touser,msgtype,businessid
POST /cgi-bin/message/custom/business/typing touser,command,businessid
POST /cgi-bin/message/custom/send touser,msgtype
POST /cgi-bin/message/custom/typing touser,command
POST /cgi-bin/message/device/subscribe/send to_openid_list,template_id
POST /cgi-bin/message/subscribe/send touser,template_id,data
POST /cgi-bin/message/wxopen/activityid/create  activity_id,expiration_time:i
POST /cgi-bin/message/wxopen/updatablemsg/send activity_id,target_state,template_info
POST /cgi-bin/openapi/quota/clear cgi_path
POST /cgi-bin/openapi/quota/get cgi_path quota{daily_limit:i,used:i,remain:i},rate_limit{call_count:i,refresh_second:i},component_rate_limit{call_count:i,refresh_second:i}
POST /cgi-bin/openapi/rid/get rid request{request_url,request_body,response_body,invoke_time:i,cost_in_ms:i,client_ip}
POST /cgi-bin/soter/verify_signature openid,json_string,json_signature is_ok:b
POST /cgi-bin/wxaapp/createwxaqrcode path !
POST /cgi-bin/wxopen/qrcodejumpdownload  file_name,file_content
POST /customservice/kfaccount/add kf_account,nickname
GET /customservice/kfaccount/canceladmin kf_openid
GET /customservice/kfaccount/del kf_openid
GET /customservice/kfaccount/setadmin kf_openid
POST /customservice/work/bind corpid
POST /customservice/work/get  entityName,corpid,bindTime:i
POST /customservice/work/unbind corpid
POST /datacube/getgameanalysisdata metric,granularity,start_time,end_time data_list[{timestamp:i,time_label,group_dimension_list[{label,value}],metric_value:n}]
POST /datacube/getweanalysisappiddailyretaininfo begin_date,end_date ref_date,visit_uv_new[{key:i,value:i}],visit_uv[{key:i,value:i}]
POST /datacube/getweanalysisappiddailysummarytrend begin_date,end_date list[{ref_date,visit_total:i,share_pv:i,share_uv:i}]
POST /datacube/getweanalysisappiddailyvisittrend begin_date,end_date list[{ref_date,session_cnt:i,visit_pv:i,visit_uv:i,visit_uv_new:i,stay_time_uv:n,stay_time_session:n,visit_depth:n}]
POST /datacube/getweanalysisappidmonthlyretaininfo begin_date,end_date visit_uv_new[{key:i,value:i}],visit_uv[{key:i,value:i}],ref_date
POST /datacube/getweanalysisappidmonthlyvisittrend begin_date,end_date list[{session_cnt:i,visit_pv:i,visit_uv:i,visit_uv_new:i,stay_time_uv:n,stay_time_session:n,visit_depth:n,ref_date}]
POST /datacube/getweanalysisappiduserportrait begin_date,end_date ref_date,visit_uv_new{province[{name,value:i}],city[{name,value:i}],genders[{name,value:i}],platforms[{name,value:i}],devices[{name,value:i}],ages[{name,value:i}]},visit_uv{province[{name,value:i}],city[{name,value:i}],genders[{name,value:i}],platforms[{name,value:i}],devices[{name,value:i}],ages[{name,value:i}]}
POST /datacube/getweanalysisappidvisitdistribution begin_date,end_date ref_date,list[{index,item_list[{key:i,value:i}]}]
POST /datacube/getweanalysisappidvisitpage begin_date,end_date ref_date,list[{page_path,page_visit_pv:i,page_visit_uv:i,page_staytime_pv:n,entrypage_pv:i,exitpage_pv:i,page_share_pv:i,page_share_uv:i}]
POST /datacube/getweanalysisappidweeklyretaininfo begin_date,end_date visit_uv_new[{key:i,value:i}],visit_uv[{key:i,value:i}],ref_date
POST /datacube/getweanalysisappidweeklyvisittrend begin_date,end_date list[{session_cnt:i,visit_pv:i,visit_uv:i,visit_uv_new:i,stay_time_uv:n,stay_time_session:n,visit_depth:n,ref_date}]
POST /user-order/combine-orders order_key,sub_orders,payer,upload_time
POST /user-order/combine-orders/shippings order_key,sub_orders,payer,upload_time
POST /user-order/orders order_key,order_list,payer,upload_time
POST /user-order/orders-permission/confirm  last_result
POST /user-order/orders-permission/open
POST /user-order/orders/shippings order_key,shipping_list,payer,delivery_mode,upload_time
POST /user-order/shoppinginfo/verify order_key,payer
POST /wedata/wedata_get_login_config  component_appid,component_nickname,recheck_url,appinfo[{appid,nickname}]
POST /wedata/wedata_get_perm_list  perm[{perm_id,name,desc}]
POST /wedata/wedata_login uid,user_session base_resp{ret:i,err_msg},redirect_url,expire_at:i
POST /wedata/wedata_query_bind_list  info[{uid,is_bind:i,nickname,head_url,create_time:i,update_time:i,perm[{perm_id,name,desc}]}]
POST /wedata/wedata_set_login_config set_type
POST /wedata/wedata_set_user_perm uid,perm
POST /wedata/wedata_unbind_user uid
POST /wxa/business/checkencryptedmsg encrypted_msg_hash vaild:b,create_time:i
POST /wxa/business/getuserencryptkey openid,signature,sig_method key_info_list[{encrypt_key,iv,version:i,expire_in:i,create_time:i}]
POST /wxa/business/getuserphonenumber code phone_info{phoneNumber,purePhoneNumber,countryCode,watermark{appid,timestamp:i}}
POST /wxa/business/performance/boot time,module,params data{body{tables[{id,zh,lines[{fields[{refdate,value}]}]}],count:i}}
GET /wxa/checksession openid,signature,sig_method
POST /wxa/generate_urllink  url_link
POST /wxa/generatenfcscheme model_id openlink
POST /wxa/generatescheme  openlink
POST /wxa/genwxashortlink page_url link
GET /wxa/get_qrcode  !
GET /wxa/getpaidunionid openid unionid
POST /wxa/getpluginopenpid code openpid
POST /wxa/getuserriskrank appid,openid,scene unoin_id:l,risk_rank:i
POST /wxa/getwxacode path !
POST /wxa/getwxacodeunlimit scene !
POST /wxa/img_sec_check
POST /wxa/media_check_async openid,media_url,media_type,version,scene trace_id
POST /wxa/msg_sec_check openid,content,version,scene trace_id,result{suggest,label:i},detail[{errcode:i,strategy,suggest,label:i,level:i,prob:i,keyword}]
POST /wxa/query_urllink url_link url_link_info{appid,path,query,env_version,expire_time:i,create_time:i,cloud_base{env}},quota_info{remain_visit_quota:i}
POST /wxa/queryscheme  scheme_info{appid,path,query,env_version,expire_time:i,create_time:i},quota_info{remain_visit_quota:i}
GET /wxa/resetusersessionkey openid,signature,sig_method openid,session_key
POST /wxa/sec/authidentitytree  identity_tree_list[{node_id:i,name,node_list[{}],root_info{type:i},leaf_info{}}]
POST /wxa/sec/famousbrand/apply Application
POST /wxa/sec/famousbrand/get_status  progress{status:i},application{apply_for:i,audit_info{},status:i}
POST /wxa/sec/order/get_order  order{merchant_id,sub_merchant_id,merchant_trade_no,transaction_id,description,openid,paid_amount:i,order_state:i,pay_time:i,trade_create_time:i,in_complaint:b,shipping{logistics_type:i,delivery_mode:i,finish_shipping:b,finish_shipping_count:i,shipping_list[{upload_time:i}]}}
POST /wxa/sec/order/get_order_detail_path  path
POST /wxa/sec/order/get_order_list  order_list[{merchant_id,sub_merchant_id,merchant_trade_no,transaction_id,description,openid,paid_amount:i,order_state:i,pay_time:i,trade_create_time:i,in_complaint:b,shipping{logistics_type:i,delivery_mode:i,finish_shipping:b,finish_shipping_count:i,shipping_list[{upload_time:i}]}}],has_more:b,last_index
POST /wxa/sec/order/is_trade_managed appid is_trade_managed:b
POST /wxa/sec/order/is_trade_management_confirmation_completed appid completed:b
POST /wxa/sec/order/notify_confirm_receive received_time
POST /wxa/sec/order/opspecialorder order_id,type
POST /wxa/sec/order/set_msg_jump_path path
POST /wxa/sec/order/update_order_detail_path path
POST /wxa/sec/order/upload_combined_shipping_info order_key,payer,sub_orders,upload_time
POST /wxa/sec/order/upload_shipping_info order_key,payer,logistics_type,delivery_mode,shipping_list,upload_time
POST /wxa/sec/queryauth taskid task_status:i,apply_status:i,appid,refill_reason,fail_reason
POST /wxa/sec/reauth auth_data taskid,auth_url
POST /wxa/sec/uploadauthmaterial  type,mediaid
POST /wxa/sec/vod/applyupload media_name,media_type upload_id
POST /wxa/sec/vod/auditdrama  drama_id:l
POST /wxa/sec/vod/authorizeapp authorized_appid
POST /wxa/sec/vod/authorizecopyright drama_ids,authorization_type result[{drama_id:l,errcode:i,errmsg}]
POST /wxa/sec/vod/authorizedrama drama_id,authorized_appid result[{drama_id:l,errcode:i,errmsg}]
POST /wxa/sec/vod/commitupload upload_id,media_part_infos media_id:l
POST /wxa/sec/vod/deauthorizeapp authorized_appid
POST /wxa/sec/vod/deauthorizecopyright drama_ids,authorization_type result[{drama_id:l,errcode:i,errmsg}]
POST /wxa/sec/vod/deauthorizedrama drama_id,authorized_appid result[{drama_id:l,errcode:i,errmsg}]
POST /wxa/sec/vod/deletemedia media_id
GET /wxa/sec/vod/getauthorizeapps  objects[{authorized_appid,authorized_time:i,authz_expire_time:i}]
GET /wxa/sec/vod/getauthorizedapps  objects[{authorizer_appid,authorized_time:i,authz_expire_time:i}]
POST /wxa/sec/vod/getauthorizedobjects  objects[{drama_id:l,authorizer_appid,authorized_time:i,authz_expire_time:i}],total_count:i
POST /wxa/sec/vod/getauthorizeobjects  objects[{drama_id:l,authorized_appid,authorized_time:i,authz_expire_time:i}],total_count:i
POST /wxa/sec/vod/getcdnlogs  total_count:i,domestic_cdn_logs[{date:i,name,url,start_time:i,end_time:i}]
POST /wxa/sec/vod/getcdnusagedata  data_interval:i,item_list[{time:i,value:i}]
POST /wxa/sec/vod/getcopyrightauthorizationlist  list[{drama_id:l,authorizer_appid,authorization_type:i,authorized_appid,authorized_subject_cert_no,authorized_time:i,expire_time:i}],total_count:i
POST /wxa/sec/vod/getcopyrightauthorizedlist  list[{drama_id:l,authorizer_appid,authorization_type:i,authorized_appid,authorized_subject_cert_no,authorized_time:i,expire_time:i}],total_count:i
POST /wxa/sec/vod/getdrama drama_id drama_info{drama_id:l,name,description,media_count:i,status:i,create_time:i,cover_url,promotion_poster,recommendations,producer,playwright,production_license,expedited:i,media_list[{media_id:l}],actor_list{actor[{name,photo_material_id,role,profile}]},audit_detail{status:i,create_time:i}}
POST /wxa/sec/vod/getdramalatestauditinfo drama_id,audit_type audit_detail{status:i,create_time:i,audit_time:i}
POST /wxa/sec/vod/getmedia media_id media_info{drama_id:l,description,media_id:l,name,file_size:i,duration:i,create_time:i,expire_time:i,cover_url,original_url,mp4_url,hls_url,audit_detail{status:i,create_time:i}}
POST /wxa/sec/vod/getmedialink media_id,t media_info{media_id:l,name,description,duration:i,cover_url,mp4_url,hls_url}
POST /wxa/sec/vod/gettask task_id task_info{id:i,task_type:i,status:i,errcode:i,errmsg,create_time:i,finish_time:i,media_id:l}
POST /wxa/sec/vod/listdramas  drama_info_list[{drama_id:l,name,description,media_count:i,media_list[{media_id:l}],status:i,create_time:i,cover_url,promotion_poster,recommendations,producer,playwright,actor_list{actor[{name,photo_material_id,role,profile}]},production_license,audit_detail{status:i,create_time:i},expedited:i}]
POST /wxa/sec/vod/listmedia  media_info_list[{drama_id:l,description,media_id:l,name,file_size:i,duration:i,create_time:i,expire_time:i,cover_url,original_url,mp4_url,hls_url,audit_detail{status:i,create_time:i}}]
POST /wxa/sec/vod/modifydramabasicinfo drama_id
POST /wxa/sec/vod/pullupload media_name,media_url task_id:l
POST /wxa/sec/vod/replacedramamedia drama_id,old_media_id,new_media_id
POST /wxa/sec/vod/singlefileupload  media_id:l
POST /wxa/sec/vod/submitreplacedramamedias drama_id
POST /wxa/sec/vod/uploadpart upload_id,part_number,resource_type etag
POST /wxa/sec/wxaauth auth_data taskid,auth_url
POST /wxa/security/apply_privacy_interface api_name,content audit_id:l
POST /wxa/security/applysetorderpathinfo batch_req
GET /wxa/security/get_code_privacy_info  without_auth_list[],without_conf_list[]
GET /wxa/security/get_privacy_interface  interface_list[{api_name,api_ch_name,api_desc,api_link,group_name,audit_id:l,status:i,apply_time:i,fail_reason}]
GET /wxa/security/getorderpathinfo info_type msg{path,img_list[],video,test_account,test_pwd,test_remark,status:i,apply_time:i}
GET /wxaapi/feedback/list page,num list[{record_id:l,openid,nickname,head_url,phone:i,type:i,content,mediaIds[],systemInfo,create_time:i}],total_num:i
GET /wxaapi/log/get_client_version  cvlist[{type:i,client_version_list[]}]
POST /wxaapi/log/get_performance cost_time_type,default_start_time,default_end_time,device,is_download_code,networktype,scene default_time_data,compare_time_data
GET /wxaapi/log/get_scene  scene[{name,value:i}]
POST /wxaapi/log/jserr_detail startTime,endTime,errorMsgMd5,errorStackMd5,appVersion,sdkVersion,osName,clientVersion,openid,desc,offset,limit data[{Uin,appId,openId,nickname,source,route,errorMsg,errorMsgMd5,errorStack,errorStackMd5,appVersion,sdkVersion,osName,clientVersion,pluginversion,DeviceModel,Count:i,Ds,TimeStamp}],totalCount:i
POST /wxaapi/log/jserr_list startTime,endTime,errType,appVersion,openid,keyword,orderby,desc,offset,limit data[{errorMsg,errorMsgMd5,errorStack,errorStackMd5,uv:i,uvPercent,pv:i,pvPercent}],totalCount:i
POST /wxaapi/log/jserr_search errmsg_keyword,type,client_version,start_time,end_time,start,limit results[{}],total:i
POST /wxaapi/newtmpl/addtemplate tid,kidList priTmplId
POST /wxaapi/newtmpl/deltemplate priTmplId
GET /wxaapi/newtmpl/getcategory  data[{id:i,name}]
GET /wxaapi/newtmpl/getpubtemplatekeywords tid data[{kid:i,name,example,rule}]
GET /wxaapi/newtmpl/getpubtemplatetitles ids,start,limit data[{tid:i,title,type:i,categoryId:i}],count:i
GET /wxaapi/newtmpl/gettemplate  data[{priTmplId,title,content,type:i,example,keywordEnumValueList[{keywordCode,enumValueList[]}]}]
GET /wxaapi/userlog/userlog_search date,begintime,endtime data{list[{level:i,libraryVersion,clientVersion,id,platform:i,traceid,url,msg[{level:i,msg[],time:i}],timestamp:i}],total:i}
`;
